// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A payment that is reverted inside a successful transaction: the inner call sends, then reverts, and the outer
/// call goes on as if nothing had happened. A trace shows the value moving; no account has it.
contract RevertingInner {
    receive() external payable {}

    function payNative(address payable to) external payable {
        try this.sendThenRevert(to, msg.value) {} catch {}
    }

    function payToken(address token, address to, uint256 value) external {
        try this.transferThenRevert(token, to, value) {} catch {}
    }

    function sendThenRevert(address payable to, uint256 value) external {
        (bool paid, ) = to.call{value: value}("");
        require(!paid, "taken back");
    }

    function transferThenRevert(address token, address to, uint256 value) external {
        (bool called, ) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, value));
        require(!called, "taken back");
    }
}
