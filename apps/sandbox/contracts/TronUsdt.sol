// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Plays Tether's token on TRON, whose transfer answers false although it has moved the coins, and whose issuer can freeze
/// an address, which then pays nothing; here anybody may play the issuer. Who calls is told by the ledger of TRON's
/// accounts, which runs each transaction: it appends the account's address to the call (as ERC-2771 does).
contract TronUsdt {
    // Storage order is part of the interface: the sandbox sets slots 0 to 2 from outside.
    uint256 public decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    mapping(address => bool) public isBlackListed;
    bool public paused;

    address private constant LEDGER = 0x0000000000000000000000000000000000545258;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function addBlackList(address account) external {
        isBlackListed[account] = true;
    }

    function removeBlackList(address account) external {
        isBlackListed[account] = false;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        address from = msg.sender == LEDGER ? address(bytes20(msg.data[msg.data.length - 20:])) : msg.sender;
        require(!paused && !isBlackListed[from]);
        require(balanceOf[from] >= value, "balance too small");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return false;
    }
}
