// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Tether's newer kind of token (USD₮0): transfers answer true or revert, and its issuer blocks an address, which then
/// pays nothing and can still be paid; here anybody may play the issuer. It has no constructor: the sandbox writes code
/// and storage straight to the pinned address.
contract BlockableUsdt0 {
    // Storage order is part of the interface: the sandbox sets slots 0 to 2 from outside.
    uint256 public decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlocked;

    event Transfer(address indexed from, address indexed to, uint256 value);

    // The real one spells its name with a tugrik sign; nothing reads it.
    function symbol() external pure returns (string memory) {
        return "USDT0";
    }

    function addToBlockedList(address account) external {
        isBlocked[account] = true;
    }

    function removeFromBlockedList(address account) external {
        isBlocked[account] = false;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(!isBlocked[msg.sender], "TetherToken: from is blocked");
        require(to != address(0) && to != address(this), "TetherToken: wrong recipient");
        require(balanceOf[msg.sender] >= value, "ERC20: transfer amount exceeds balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
