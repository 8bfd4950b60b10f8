// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Every transfer fails without reverting: the transaction succeeds, nothing moves, no event is written.
contract ReturnsFalseToken {
    uint8 public constant decimals = 6;
    string public constant name = "Returns False";
    string public constant symbol = "FALSE";

    function balanceOf(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}
