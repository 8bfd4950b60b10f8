import type { WalletTexts } from './wallet-texts.ts';

export const IGBO: WalletTexts = {
  title: 'Jiri wọlet kwụọ ụgwọ',
  close: 'Mechie',
  choose: 'Họrọ wọlet nke {coin} gị dị n’ime ya.',
  browserWallet: 'Wọlet dị n’ihe nchọgharị a',
  noWallet: {
    title: 'Anyị ahụghị wọlet ọ bụla n’ihe nchọgharị a',
    body: 'Mepee ibe a n’ihe nchọgharị dị n’ime ngwa wọlet gị, ma ọ bụ tinye wọlet maka {network} ma bugharịa ibe a. Ị nwekwara ike imechi nke a, wee nyochaa koodu QR ma ọ bụ detuo adreesị ahụ.',
  },
  amount: 'Ị ga-akwụ',
  network: 'Netwọk',
  to: 'Gaa na',
  from: 'Site na',
  rateHeld: 'Oge fọrọ ọnụego a',
  networkFee: 'Wọlet gị ga-atụkwasị ụgwọ nke netwọk, ọ bụkwa gị ga-akwụ ya.',
  pay: 'Kwụọ {amount}',
  anotherWallet: 'Jiri wọlet ọzọ',
  tryAgain: 'Nwaa ọzọ',
  checkAgain: 'Lelee ọzọ',
  backToPayment: 'Laghachi n’ịkwụ ụgwọ ahụ',
  steps: {
    connect: 'Mepee {wallet} ma kwe ka o jikọọ na ibe a.',
    switch: 'Kwe ka {wallet} gbanwee gaa na {network}.',
    add: '{wallet} amabeghị {network}. Kwe ka o tinye netwọk a.',
    check: 'Anyị na-ele ihe dị n’akaụntụ ahụ.',
    pay: 'Kwado ịkwụ ụgwọ ahụ n’ime {wallet}.',
    send: 'Anyị na-ebugara {network} ịkwụ ụgwọ ahụ.',
    renew: 'Anyị na-arịọ ọnụego nke ugbu a.',
  },
  justEnded: 'Oge ọnụego ahụ agwụla ugbu a. Ọ bụrụ na ị kwadobeghị, jụ ya n’ime {wallet} ma were ọnụego ọhụrụ ebe a.',
  short: {
    title: '{coin} dị n’akaụntụ a ezughị',
    body: 'O nwere {held}, a chọkwara {amount}. Ezigaghị ihe ọ bụla. Họrọ akaụntụ ọzọ n’ime {wallet}, ma ọ bụ tinye {coin} na {network} ma lelee ọzọ.',
  },
  shortForFee: {
    title: '{coin} ezughị maka ụgwọ netwọk',
    body: 'Na {network}, a na-eji {coin} akwụ ụgwọ ahụ. Akaụntụ ahụ nwere {held}, a chọrọ ihe dị ka {amount}. Ezigaghị ihe ọ bụla. Tinye ntakịrị {coin} ma lelee ọzọ.',
  },
  rateEnded: {
    title: 'Oge ọnụego ahụ agwụla',
    body: 'Ezigaghị ihe ọ bụla. Buru ụzọ were ọnụego nke ugbu a; ego ole ị ga-akwụ nwere ike ịgbanwe ntakịrị.',
  },
  renew: 'Were ọnụego ọhụrụ',
  sent: {
    title: '{wallet} ezigala ya',
    body: 'Ibe a ga-egosi ịkwụ ụgwọ ahụ ozugbo {network} hụrụ ya. Biko akwụla ọzọ.',
  },
  transaction: 'Azụmahịa',
  opensExplorer: 'ọ na-emepe ebe nyocha maka mmadụ niile',
  unknown: {
    title: 'Anyị amaghị ma o zigara ya',
    body: '{wallet} ekwughị otu o si gwụ. Buru ụzọ lee ihe ndị merela n’ime ya. Ọ bụrụ na ịkwụ ụgwọ ahụ dị ebe ahụ, akwụla ọzọ: ibe a ga-egosi ya. Ọ bụrụ na ọ nọghị ya, ego gị ka dị n’ime wọlet gị.',
  },
  sentBefore: {
    title: 'I zigala nke a',
    body: '{network} egosibeghị ya. Ọ bụrụ na ị kwụọ ọzọ, ego ahụ ga-aga ugboro abụọ. Buru ụzọ lee azụmahịa ahụ, kwụọkwa ọzọ naanị ma ọ bụrụ na ọ dara.',
  },
  wasNotSent: 'O zigaghị ya: kwụọ ugbu a',
  nothingToPay: {
    title: 'O nweghị ihe ị ga-akwụ ugbu a',
    body: 'Ibe ahụ na-egosi otu ịkwụ ụgwọ ahụ dị.',
  },
  problems: {
    rejected: { title: 'Ị jụrụ ya n’ime {wallet}', body: 'Ezigaghị ihe ọ bụla. Ị nwere ike ịnwa ọzọ.' },
    pending: {
      title: '{wallet} na-eche gị',
      body: 'O nwere ajụjụ ị zabeghị. Mepee {wallet}, zaa ya, ma nwaa ọzọ. Ezigaghị ihe ọ bụla.',
    },
    'wrong-network': {
      title: '{wallet} nọ na netwọk ọzọ',
      body: 'Ezigaghị ihe ọ bụla. Gbanwee ya gaa na {network}, ma nwaa ọzọ.',
    },
    disconnected: {
      title: '{wallet} ejikọghị ọzọ',
      body: 'Ezigaghị ihe ọ bụla. Nwaa ọzọ, ma họrọ akaụntụ ga-akwụ ụgwọ.',
    },
    unsupported: {
      title: '{wallet} enweghị ike ịkwụ ụgwọ a',
      body: 'Ezigaghị ihe ọ bụla. Jiri wọlet ọzọ, ma ọ bụ mechie nke a ma jiri koodu QR ma ọ bụ adreesị ahụ.',
    },
    'too-little': {
      title: '{wallet} na-ekwu na ego dị n’akaụntụ ahụ ezughị',
      body: 'Ezigaghị ihe ọ bụla. Tinye {coin} na {network}, tinyekwa ihe e ji akwụ ụgwọ netwọk, ma ọ bụ họrọ akaụntụ ọzọ na {wallet}, nwaa ọzọ.',
    },
    'not-added': {
      title: '{wallet} enweghị ike itinye {network}',
      body: 'Ezigaghị ihe ọ bụla. Tinye {network} n’onwe gị na {wallet}, jiri wọlet ọzọ, ma ọ bụ mechie nke a ma jiri koodu QR ma ọ bụ adreesị ahụ.',
    },
    failed: {
      title: '{wallet} nwere mperi',
      body: 'Ezigaghị ihe ọ bụla, ego gị ka nọ ebe ọ nọ. Nwaa ọzọ, ma ọ bụ jiri koodu QR ma ọ bụ adreesị ahụ.',
    },
    refused: {
      title: '{network} anabataghị ịkwụ ụgwọ ahụ',
      body: 'Ezigaghị ihe ọ bụla, ego gị ka nọ ebe ọ nọ. Nwaa ọzọ: {wallet} ga-ajụ gị ọzọ.',
    },
    offline: {
      title: 'Sava anyị azaghị',
      body: 'Ezigaghị ihe ọ bụla. Lelee ịntanetị gị, ma nwaa ọzọ.',
    },
    'too-many': {
      title: 'Ị nwala ọtụtụ ugboro',
      body: 'Ezigaghị ihe ọ bụla. Biko chere otu nkeji, ma nwaa ọzọ.',
    },
    'too-small': {
      title: '{network} anaghị anara obere ego dị otú a',
      body: 'Ezigaghị ihe ọ bụla. Adreesị ọhụrụ ebe ahụ ga-enwetarịrị karịa ego a. Mechie nke a, ma họrọ netwọk ọzọ.',
    },
    'not-renewed': {
      title: 'Ọnụego ọhụrụ adịbeghị',
      body: 'Ezigaghị ihe ọ bụla. Nwaa ọzọ obere oge.',
    },
  },
};
