import type { WalletTexts } from './wallet-texts.ts';

export const HAUSA: WalletTexts = {
  title: 'Biya da walet',
  close: 'Rufe',
  choose: 'Ku zaɓi walet ɗin da {coin} ɗinku yake ciki.',
  browserWallet: 'Walet ɗin wannan burauza',
  noWallet: {
    title: 'Ba a sami walet a wannan burauza ba',
    body: 'Ku buɗe wannan shafi a burauzar da ke cikin manhajar walet ɗinku, ko ku saka walet na {network} sannan ku sake loda shafin. Kuna kuma iya rufe wannan, ku ɗauki lambar QR ko ku kwafi adireshin.',
  },
  amount: 'Za ku biya',
  network: 'Hanyar sadarwa',
  to: 'Zuwa',
  from: 'Daga',
  rateHeld: 'Farashin zai tsaya na',
  networkFee: 'Walet ɗinku zai ƙara kuɗin hanyar sadarwa, kuma ku ne za ku biya.',
  pay: 'Biya {amount}',
  anotherWallet: 'Yi amfani da wani walet',
  tryAgain: 'Sake gwadawa',
  checkAgain: 'Sake dubawa',
  backToPayment: 'Koma wurin biyan',
  steps: {
    connect: 'Ku buɗe {wallet} ku bar shi ya haɗu da wannan shafi.',
    switch: 'Ku bar {wallet} ya koma {network}.',
    add: '{wallet} bai san {network} ba tukuna. Ku bar shi ya ƙara wannan hanyar sadarwa.',
    check: 'Ana duba abin da ke cikin asusun.',
    pay: 'Ku tabbatar da biyan a cikin {wallet}.',
    send: 'Ana miƙa biyan ga {network}.',
    renew: 'Ana neman farashin wannan lokaci.',
  },
  justEnded:
    'Lokacin farashin ya ƙare yanzu. Idan ba ku tabbatar ba tukuna, ku ƙi a cikin {wallet} ku ɗauki sabon farashi a nan.',
  short: {
    title: '{coin} na wannan asusu bai isa ba',
    body: 'Yana da {held}, ana kuma buƙatar {amount}. Ba a aika komai ba. Ku zaɓi wani asusu a cikin {wallet}, ko ku ƙara {coin} ta {network} sannan ku sake dubawa.',
  },
  shortForFee: {
    title: '{coin} bai isa kuɗin hanyar sadarwa ba',
    body: 'A {network} ana biyan kuɗin da {coin}. Asusun yana da {held}, ana buƙatar kusan {amount}. Ba a aika komai ba. Ku ƙara ɗan {coin} sannan ku sake dubawa.',
  },
  rateEnded: {
    title: 'Lokacin farashin ya ƙare',
    body: 'Ba a aika komai ba. Ku fara ɗaukar farashin wannan lokaci; adadin zai iya canjawa kaɗan.',
  },
  renew: 'Ɗauki sabon farashi',
  sent: {
    title: '{wallet} ya aika',
    body: 'Shafin zai nuna biyan da zarar {network} ya same shi. Don Allah kada ku sake biya.',
  },
  transaction: 'Ma’amala',
  opensExplorer: 'yana buɗe shafin bincike na kowa da kowa',
  unknown: {
    title: 'Ba mu san ko an aika ba',
    body: '{wallet} bai faɗi yadda ya ƙare ba. Ku fara duba tarihinsa. Idan biyan yana can, kada ku sake biya: wannan shafi zai nuna shi. Idan babu, kuɗinku yana nan a walet ɗinku.',
  },
  sentBefore: {
    title: 'Kun riga kun aika wannan',
    body: '{network} bai nuna shi ba tukuna. Idan kuka sake biya, kuɗin zai tafi sau biyu. Ku fara duba ma’amalar, ku sake biya sai idan ta kasa.',
  },
  wasNotSent: 'Ba a aika ba: biya yanzu',
  nothingToPay: {
    title: 'Babu abin biya yanzu',
    body: 'Shafin yana nuna halin da biyan yake ciki.',
  },
  problems: {
    rejected: { title: 'Kun ƙi a cikin {wallet}', body: 'Ba a aika komai ba. Kuna iya sake gwadawa.' },
    pending: {
      title: '{wallet} yana jiran ku',
      body: 'Akwai wata tambaya da ba ku amsa ba. Ku buɗe {wallet}, ku amsa ta, sannan ku sake gwadawa. Ba a aika komai ba.',
    },
    'wrong-network': {
      title: '{wallet} yana kan wata hanyar sadarwa',
      body: 'Ba a aika komai ba. Ku mayar da shi {network}, sannan ku sake gwadawa.',
    },
    disconnected: {
      title: '{wallet} bai haɗu ba yanzu',
      body: 'Ba a aika komai ba. Ku sake gwadawa, ku zaɓi asusun da zai biya.',
    },
    unsupported: {
      title: '{wallet} ba zai iya wannan biya ba',
      body: 'Ba a aika komai ba. Ku yi amfani da wani walet, ko ku rufe wannan ku yi amfani da lambar QR ko adireshin.',
    },
    'too-little': {
      title: '{wallet} ya ce kuɗin asusun bai isa ba',
      body: 'Ba a aika komai ba. Ku ƙara {coin} a {network}, da abin da ake biyan kuɗin hanyar sadarwa da shi, ko ku zaɓi wani asusu a {wallet}, sannan ku sake gwadawa.',
    },
    'not-added': {
      title: '{wallet} bai iya ƙara {network} ba',
      body: 'Ba a aika komai ba. Ku ƙara {network} da kanku a {wallet}, ko ku yi amfani da wani walet, ko ku rufe wannan ku yi amfani da lambar QR ko adireshin.',
    },
    failed: {
      title: '{wallet} ya ba da kuskure',
      body: 'Ba a aika komai ba, kuɗinku yana nan inda yake. Ku sake gwadawa, ko ku yi amfani da lambar QR ko adireshin.',
    },
    refused: {
      title: '{network} bai karɓi biyan ba',
      body: 'Ba a aika komai ba, kuɗinku yana nan inda yake. Ku sake gwadawa: {wallet} zai sake tambayar ku.',
    },
    offline: {
      title: 'Sabarmu ba ta amsa ba',
      body: 'Ba a aika komai ba. Ku duba intanet ɗinku, sannan ku sake gwadawa.',
    },
    'too-many': {
      title: 'An gwada sau da yawa',
      body: 'Ba a aika komai ba. Don Allah ku jira minti ɗaya, sannan ku sake gwadawa.',
    },
    'too-small': {
      title: '{network} ba ya karɓar kaɗan haka',
      body: 'Ba a aika komai ba. Sabon adireshi a can dole ya sami fiye da wannan adadi. Ku rufe wannan, ku zaɓi wata hanyar sadarwa.',
    },
    'not-renewed': {
      title: 'Babu sabon farashi tukuna',
      body: 'Ba a aika komai ba. Ku sake gwadawa nan gaba kaɗan.',
    },
  },
};
