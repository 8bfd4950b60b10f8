/** An old list, and a deposit from an address on it. */
export const SANCTIONS = {
  list: {
    listedOn: '2026-01-01',
    loadedAt: '2026-01-02T00:00:00.000Z',
    addresses: 1204,
    unread: 17,
    isStale: true,
  },
  hits: [
    {
      depositId: '01939b7e-0000-7000-8000-0000000000dd',
      userId: '01939b7e-0000-7000-8000-0000000000ee',
      customerName: 'Sample Customer',
      customerEmail: 'sample.customer@kobogate.test',
      currency: 'USDT',
      networkName: 'Ethereum',
      amount: '2500.5',
      transaction: '0x11',
      address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      listedOn: '2026-01-01',
      foundAt: '2026-01-05T09:30:00.000Z',
      orderIds: ['01939b7e-0000-7000-8000-0000000000aa'],
    },
  ],
};
