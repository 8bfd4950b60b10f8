// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// An old kind of dollar token: transfer, transferFrom and approve return nothing, so a caller that expects a
/// boolean fails here as it does against the real one. As there its issuer can freeze an address, which then pays
/// nothing and can still be paid, and pause all transfers; here anybody may play the issuer. It has no constructor: the sandbox writes code and storage
/// straight to the pinned address.
contract SilentUsdt {
    // Storage order is part of the interface: the sandbox sets slots 0 to 2 from outside.
    uint256 public decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    mapping(address => bool) public isBlackListed;
    bool public paused;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function name() external pure returns (string memory) {
        return "Tether USD";
    }

    function symbol() external pure returns (string memory) {
        return "USDT";
    }

    function addBlackList(address account) external {
        isBlackListed[account] = true;
    }

    function removeBlackList(address account) external {
        isBlackListed[account] = false;
    }

    function pause() external {
        paused = true;
    }

    function unpause() external {
        paused = false;
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= value, "allowance too small");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        // The real token refuses to change one non-zero allowance into another.
        require(value == 0 || allowance[msg.sender][spender] == 0, "set the allowance to zero first");
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function move(address from, address to, uint256 value) private {
        // The real one says no more than that.
        require(!paused && !isBlackListed[from]);
        require(to != address(0), "no recipient");
        require(balanceOf[from] >= value, "balance too small");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
