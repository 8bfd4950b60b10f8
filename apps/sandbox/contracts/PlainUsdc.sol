// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A standard ERC-20. One hazard is added on purpose: a transfer of more than the balance returns false in a
/// successful transaction instead of reverting, as some real tokens do, so that a watcher meets that case at
/// an address that it trusts. As with the real one its issuer can freeze an address, which then neither pays nor is
/// paid, and pause all transfers; here anybody may play the issuer. It has no constructor: the sandbox writes code and storage to the pinned address.
contract PlainUsdc {
    // Storage order is part of the interface: the sandbox sets slots 0 to 2 from outside.
    uint256 public decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    mapping(address => bool) public isBlacklisted;
    bool public paused;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function name() external pure returns (string memory) {
        return "USD Coin";
    }

    function symbol() external pure returns (string memory) {
        return "USDC";
    }

    function blacklist(address account) external {
        isBlacklisted[account] = true;
    }

    function unBlacklist(address account) external {
        isBlacklisted[account] = false;
    }

    function pause() external {
        paused = true;
    }

    function unpause() external {
        paused = false;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value || !move(from, to, value)) return false;
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        require(!paused, "Pausable: paused");
        require(!isBlacklisted[from] && !isBlacklisted[to], "Blacklistable: account is blacklisted");
        require(to != address(0), "no recipient");
        if (balanceOf[from] < value) return false;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}
