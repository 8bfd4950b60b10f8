import type { PayerMailTexts } from './texts.ts';

/** Yoruba, with dots below and tone marks. */
export const YORUBA: PayerMailTexts = {
  receipt: 'Rìsíìtì',
  paid: (coins, network, purpose) => `Ẹ ti san ${coins} lórí ${network} fún “${purpose}”.`,
  counted: (naira, rate, currency) => `A kà á sí ${naira}, ní ${rate} fún ${currency} kan. A kò fi nǹkan kan kún un.`,
  overpaid: (excess) => `Ẹ fi ${excess} ránṣẹ́ ju iye tó yẹ lọ. A tọ́jú rẹ̀ fún olùgbà: ẹ jọ̀wọ́ ẹ ní kí ó dá a padà.`,
  transaction: 'Ìdúnàádúrà',
  number: 'Nọ́ńbà ìsanwó',
  look: 'Wo ìsanwó náà',
  reason: 'Ẹ rí ímeèlì yìí gbà nítorí pé ẹnì kan kọ àdírẹ́sì yín sí ojú ìwé ìsanwó yìí.',
  offered: (name) => `${name} fẹ́ dá owó padà fún yín`,
  offer: (name, amount, net) =>
    `${name} fẹ́ dá ${amount} padà nínú owó tí ẹ san. ${net} máa dé ọ̀dọ̀ yín; nẹ́tíwọ́ọ̀kì máa gba ìyókù.`,
  sayWhere:
    'Ẹ jọ̀wọ́ ẹ sọ ibi tó máa lọ lórí ojú ìwé ìsanwó yín. Ẹ fún wa ní àdírẹ́sì tiyín lórí nẹ́tíwọ́ọ̀kì náà. A kì í béèrè ọ̀rọ̀ aṣínà tàbí àwọn ọ̀rọ̀ wọ́lẹ́ẹ̀tì.',
  giveAddress: 'Sọ ibi tó máa lọ',
  sent: (net) => `${net} ń padà bọ̀ sọ́dọ̀ yín`,
  sentTo: (address) => `A ti fi ránṣẹ́ sí ${address}. Ojú ìwé ìsanwó yín máa fi hàn nígbà tó bá ti fìdí múlẹ̀.`,
  held: 'A ń wo ìsanwó yín',
  heldText: (naira, time) =>
    `Ẹ ti sanwó, kò sí ohun tí ẹ ní láti ṣe. Ènìyàn kan máa wo ìsanwó yìí kí a tó fi ${naira} ránṣẹ́ sí báǹkì olùgbà, lọ́pọ̀ ìgbà láàárín ${time}. Owó náà wà láìléwu.`,
  hours: (count) => `wákàtí ${count}`,
  notSent: (net) => `A kò fi ${net} ránṣẹ́ padà sí yín`,
  declined: (amount) =>
    `Olùṣàkóso kò gbà kí a dá ${amount} padà. Owó náà wà láìléwu lọ́dọ̀ olùgbà, tó lè tún fi lọ̀ yín: ẹ jọ̀wọ́ ẹ béèrè lọ́wọ́ rẹ̀.`,
  arrived: (net) => `${net} ti padà dé ọ̀dọ̀ yín`,
  final: (address) => `Ó ti dé ${address}, ó sì ti fìdí múlẹ̀.`,
};
