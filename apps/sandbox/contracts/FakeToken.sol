// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A fraudulent token: any symbol that it chooses, and Transfer events for value that never moves.
contract FakeToken {
    string public symbol;
    uint8 public immutable decimals;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory symbol_, uint8 decimals_) {
        symbol = symbol_;
        decimals = decimals_;
    }

    function name() external view returns (string memory) {
        return symbol;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }

    /// Claims that any address sent the value, as address-poisoning contracts do.
    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        emit Transfer(from, to, value);
        return true;
    }
}
