// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Pays as exchanges do: many payouts inside one contract call, so that no outer transaction names the recipient.
contract BatchPayer {
    receive() external payable {}

    /// Sends `amounts[i]` of the native coin to `recipients[i]`, out of the value sent along and the contract's own.
    function payNative(address payable[] calldata recipients, uint256[] calldata amounts) external payable {
        require(recipients.length == amounts.length, "one amount for each recipient");
        for (uint256 i = 0; i < recipients.length; i++) {
            (bool paid, ) = recipients[i].call{value: amounts[i]}("");
            require(paid, "a recipient refused");
        }
    }

    /// Transfers the contract's own tokens; a token that returns nothing and one that returns true both count as paid.
    function payToken(address token, address[] calldata recipients, uint256[] calldata amounts) external {
        require(recipients.length == amounts.length, "one amount for each recipient");
        for (uint256 i = 0; i < recipients.length; i++) {
            (bool called, bytes memory answer) = token.call(
                abi.encodeWithSignature("transfer(address,uint256)", recipients[i], amounts[i])
            );
            require(called && (answer.length == 0 || abi.decode(answer, (bool))), "a transfer failed");
        }
    }
}
