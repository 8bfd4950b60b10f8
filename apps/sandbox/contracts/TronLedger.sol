// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Holdings {
    function balanceOf(address account) external view returns (uint256);
}

/// TRON's accounts on an EVM: who has how much TRX (in sun), who is an account at all, which transactions there were, and
/// what each cost. The sandbox's node checks a transaction's form and signature and hands it over; what it does and takes
/// is decided here, in its block. Anybody may call it: its chain is the sandbox's own.
contract TronLedger {
    // Storage order is part of the interface: the sandbox sets slots 0 to 2 from outside.
    uint256 public decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    mapping(address => bool) private wasPaid;
    mapping(bytes32 => bool) public isKnown;

    /// A transaction in a block, by its id: whether it did what it says, and what it took.
    event Executed(bytes32 indexed id, bool succeeded, uint256 fee, uint256 energy);

    // In sun: of a unit of energy, of a byte, of an account that is opened by a payment (main network, 2026).
    uint256 private constant ENERGY_PRICE = 100;
    uint256 private constant BYTE_PRICE = 1000;
    uint256 private constant ACCOUNT_PRICE = 1100000;
    // Of a transfer of USDT to an address that has some, and to one that has none.
    uint256 private constant ENERGY = 64285;
    uint256 private constant ENERGY_OF_FIRST = 130285;

    function isActive(address account) public view returns (bool) {
        return wasPaid[account] || balanceOf[account] > 0;
    }

    /// The energy of a transfer of a token, from its call.
    function energyOf(address token, bytes calldata data) public view returns (uint256) {
        if (data.length < 36) return ENERGY;
        address payee = address(uint160(uint256(bytes32(data[4:36]))));
        return Holdings(token).balanceOf(payee) == 0 ? ENERGY_OF_FIRST : ENERGY;
    }

    /// Runs a transaction: a payment of `value` TRX where `data` is empty, else a call of the contract `to`. `signed` are its
    /// own bytes, by which it is found again.
    function execute(
        bytes calldata signed,
        bytes32 id,
        address from,
        address to,
        uint256 value,
        bytes calldata data,
        uint256 feeLimit
    ) external {
        require(!isKnown[id], "known");
        require(isActive(from), "no account");
        isKnown[id] = true;
        uint256 bytesFee = (signed.length + 64) * BYTE_PRICE;
        if (data.length == 0) {
            uint256 fee = isActive(to) ? bytesFee : ACCOUNT_PRICE;
            take(from, fee + value);
            balanceOf[to] += value;
            wasPaid[to] = true;
            emit Executed(id, true, fee, 0);
            return;
        }
        take(from, bytesFee);
        uint256 energy = energyOf(to, data);
        uint256 most = feeLimit < balanceOf[from] ? feeLimit : balanceOf[from];
        if (energy * ENERGY_PRICE > most) {
            // What was offered is used up, and nothing is done.
            take(from, most);
            emit Executed(id, false, bytesFee + most, most / ENERGY_PRICE);
            return;
        }
        take(from, energy * ENERGY_PRICE);
        (bool succeeded, ) = to.call(abi.encodePacked(data, from));
        emit Executed(id, succeeded, bytesFee + energy * ENERGY_PRICE, energy);
    }

    function take(address from, uint256 amount) private {
        require(balanceOf[from] >= amount, "too little TRX");
        balanceOf[from] -= amount;
        wasPaid[from] = true;
    }
}
