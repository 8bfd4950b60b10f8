import type { WalletTexts } from './wallet-texts.ts';

export const YORUBA: WalletTexts = {
  title: 'Ẹ fi wọ́lẹ́ẹ̀tì san owó',
  close: 'Pa á dé',
  choose: 'Ẹ yan wọ́lẹ́ẹ̀tì tí {coin} yín wà nínú rẹ̀.',
  browserWallet: 'Wọ́lẹ́ẹ̀tì inú aṣàwákiri yìí',
  noWallet: {
    title: 'A kò rí wọ́lẹ́ẹ̀tì kankan nínú aṣàwákiri yìí',
    body: 'Ẹ ṣí ojú ìwé yìí nínú aṣàwákiri tó wà nínú áàpù wọ́lẹ́ẹ̀tì yín, tàbí kí ẹ fi wọ́lẹ́ẹ̀tì fún {network} sórí ẹ̀rọ yín, kí ẹ sì tún ojú ìwé yìí ṣí. Ẹ tún lè pa èyí dé, kí ẹ ya kóòdù QR tàbí kí ẹ ṣe àdàkọ àdírẹ́sì náà.',
  },
  amount: 'Iye tí ẹ máa san',
  network: 'Nẹ́tíwọ́ọ̀kì',
  to: 'Sí',
  from: 'Láti',
  rateHeld: 'Iye pàṣípààrọ̀ dúró fún',
  networkFee: 'Wọ́lẹ́ẹ̀tì yín máa fi owó nẹ́tíwọ́ọ̀kì kún un; ẹ̀yin lẹ máa san án.',
  pay: 'San {amount}',
  anotherWallet: 'Lo wọ́lẹ́ẹ̀tì mìíràn',
  tryAgain: 'Gbìyànjú lẹ́ẹ̀kan sí i',
  checkAgain: 'Tún yẹ̀ ẹ́ wò',
  backToPayment: 'Padà sí ìsanwó náà',
  steps: {
    connect: 'Ẹ ṣí {wallet}, kí ẹ sì jẹ́ kó so mọ́ ojú ìwé yìí.',
    switch: 'Ẹ jẹ́ kí {wallet} yí sí {network}.',
    add: '{wallet} kò tíì mọ {network}. Ẹ jẹ́ kó fi nẹ́tíwọ́ọ̀kì yìí kún un.',
    check: 'A ń wo ohun tó wà nínú àkáǹtì náà.',
    pay: 'Ẹ fọwọ́ sí ìsanwó náà nínú {wallet}.',
    send: 'A ń gbé ìsanwó náà fún {network}.',
    renew: 'A ń béèrè iye pàṣípààrọ̀ ti ìsinsìnyí.',
  },
  justEnded:
    'Àkókò iye pàṣípààrọ̀ náà ṣẹ̀ṣẹ̀ parí. Bí ẹ kò bá tíì fọwọ́ sí i, ẹ kọ̀ ọ́ nínú {wallet}, kí ẹ sì gba iye tuntun níbí.',
  short: {
    title: '{coin} tó wà nínú àkáǹtì yìí kò tó',
    body: 'Ó ní {held}, {amount} ni a sì nílò. A kò fi ohunkóhun ránṣẹ́. Ẹ yan àkáǹtì mìíràn nínú {wallet}, tàbí kí ẹ fi {coin} kún un lórí {network}, kí ẹ sì tún yẹ̀ ẹ́ wò.',
  },
  shortForFee: {
    title: '{coin} kò tó fún owó nẹ́tíwọ́ọ̀kì',
    body: 'Lórí {network}, {coin} ni a fi ń san owó náà. Àkáǹtì náà ní {held}, a sì nílò bíi {amount}. A kò fi ohunkóhun ránṣẹ́. Ẹ fi {coin} díẹ̀ kún un, kí ẹ sì tún yẹ̀ ẹ́ wò.',
  },
  rateEnded: {
    title: 'Àkókò iye pàṣípààrọ̀ náà ti parí',
    body: 'A kò fi ohunkóhun ránṣẹ́. Ẹ kọ́kọ́ gba iye ti ìsinsìnyí; iye owó náà lè yí padà díẹ̀.',
  },
  renew: 'Gba iye tuntun',
  sent: {
    title: '{wallet} ti fi ránṣẹ́',
    body: 'Ojú ìwé yìí máa fi ìsanwó náà hàn ní kété tí {network} bá rí i. Ẹ jọ̀wọ́, ẹ má san án mọ́.',
  },
  transaction: 'Ìdúnàádúrà',
  opensExplorer: 'ó ń ṣí ojú ìwé àyẹ̀wò tó wà fún gbogbo ènìyàn',
  unknown: {
    title: 'A kò mọ̀ bóyá ó ti lọ',
    body: '{wallet} kò sọ bó ṣe parí. Ẹ kọ́kọ́ wo ìtàn rẹ̀. Bí ìsanwó náà bá wà níbẹ̀, ẹ má san án mọ́: ojú ìwé yìí máa fi hàn. Bí kò bá sí níbẹ̀, owó yín ṣì wà nínú wọ́lẹ́ẹ̀tì yín.',
  },
  sentBefore: {
    title: 'Ẹ ti fi èyí ránṣẹ́ tẹ́lẹ̀',
    body: '{network} kò tíì fi hàn. Bí ẹ bá tún san án, owó náà máa lọ lẹ́ẹ̀mejì. Ẹ kọ́kọ́ wo ìdúnàádúrà náà, kí ẹ sì tún san án kìkì bí ó bá kùnà.',
  },
  wasNotSent: 'Kò lọ: san án báyìí',
  nothingToPay: {
    title: 'Kò sí ohun tí ẹ máa san báyìí',
    body: 'Ojú ìwé náà fi bí ìsanwó náà ṣe wà hàn.',
  },
  problems: {
    rejected: { title: 'Ẹ kọ̀ ọ́ nínú {wallet}', body: 'A kò fi ohunkóhun ránṣẹ́. Ẹ lè gbìyànjú lẹ́ẹ̀kan sí i.' },
    pending: {
      title: '{wallet} ń dúró dè yín',
      body: 'Ìbéèrè kan wà níbẹ̀ tí ẹ kò tíì dáhùn. Ẹ ṣí {wallet}, ẹ dáhùn rẹ̀, kí ẹ sì tún gbìyànjú. A kò fi ohunkóhun ránṣẹ́.',
    },
    'wrong-network': {
      title: '{wallet} wà lórí nẹ́tíwọ́ọ̀kì mìíràn',
      body: 'A kò fi ohunkóhun ránṣẹ́. Ẹ yí i sí {network}, kí ẹ sì tún gbìyànjú.',
    },
    disconnected: {
      title: '{wallet} kò so mọ́ ojú ìwé yìí mọ́',
      body: 'A kò fi ohunkóhun ránṣẹ́. Ẹ tún gbìyànjú, kí ẹ sì yan àkáǹtì tó máa san owó náà.',
    },
    unsupported: {
      title: '{wallet} kò lè san owó yìí',
      body: 'A kò fi ohunkóhun ránṣẹ́. Ẹ lo wọ́lẹ́ẹ̀tì mìíràn, tàbí kí ẹ pa èyí dé kí ẹ sì lo kóòdù QR tàbí àdírẹ́sì náà.',
    },
    'too-little': {
      title: '{wallet} ní owó inú àkáǹtì náà kò tó',
      body: 'A kò fi ohunkóhun ránṣẹ́. Ẹ fi {coin} kún un lórí {network}, àti ohun tí a fi ń san owó nẹ́tíwọ́ọ̀kì, tàbí kí ẹ yan àkáǹtì mìíràn nínú {wallet}, kí ẹ sì tún gbìyànjú.',
    },
    'not-added': {
      title: '{wallet} kò lè fi {network} kún un',
      body: 'A kò fi ohunkóhun ránṣẹ́. Ẹ fi {network} kún {wallet} fúnra yín, ẹ lo wọ́lẹ́ẹ̀tì mìíràn, tàbí kí ẹ pa èyí dé kí ẹ sì lo kóòdù QR tàbí àdírẹ́sì náà.',
    },
    failed: {
      title: '{wallet} ní àṣìṣe kan',
      body: 'A kò fi ohunkóhun ránṣẹ́, owó yín sì wà níbi tó wà. Ẹ tún gbìyànjú, tàbí kí ẹ lo kóòdù QR tàbí àdírẹ́sì náà.',
    },
    refused: {
      title: '{network} kò gba ìsanwó náà',
      body: 'A kò fi ohunkóhun ránṣẹ́, owó yín sì wà níbi tó wà. Ẹ tún gbìyànjú: {wallet} máa tún béèrè lọ́wọ́ yín.',
    },
    offline: {
      title: 'Ẹ̀rọ wa kò dáhùn',
      body: 'A kò fi ohunkóhun ránṣẹ́. Ẹ yẹ íńtánẹ́ẹ̀tì yín wò, kí ẹ sì tún gbìyànjú.',
    },
    'too-many': {
      title: 'Ìgbìyànjú ti pọ̀ jù',
      body: 'A kò fi ohunkóhun ránṣẹ́. Ẹ jọ̀wọ́, ẹ dúró fún ìṣẹ́jú kan, kí ẹ sì tún gbìyànjú.',
    },
    'too-small': {
      title: '{network} kì í gba iye tó kéré báyìí',
      body: 'A kò fi ohunkóhun ránṣẹ́. Àdírẹ́sì tuntun níbẹ̀ gbọ́dọ̀ gba jù iye yìí lọ. Ẹ pa èyí dé, kí ẹ sì yan nẹ́tíwọ́ọ̀kì mìíràn.',
    },
    'not-renewed': {
      title: 'Kò tíì sí iye tuntun',
      body: 'A kò fi ohunkóhun ránṣẹ́. Ẹ tún gbìyànjú láìpẹ́.',
    },
  },
};
