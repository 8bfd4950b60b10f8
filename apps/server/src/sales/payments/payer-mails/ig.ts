import type { PayerMailTexts } from './texts.ts';

export const IGBO: PayerMailTexts = {
  receipt: 'Akwụkwọ nnata ego',
  paid: (coins, network, purpose) => `Ị kwụrụ ${coins} na ${network} maka “${purpose}”.`,
  counted: (naira, rate, currency) =>
    `Agụrụ ya dịka ${naira}, na ${rate} maka otu ${currency}. E tinyeghị ihe ọ bụla n’elu ya.`,
  overpaid: (excess) =>
    `I zigara ${excess} karịrị ihe a chọrọ. Anyị debere ya onye nnata: biko gwa ya ka o weghachi ya.`,
  transaction: 'Azụmahịa',
  number: 'Nọmba ịkwụ ụgwọ',
  look: 'Lee ịkwụ ụgwọ ahụ',
  reason: 'Ị natara email a n’ihi na mmadụ tinyere adreesị gị n’ibe nke ịkwụ ụgwọ a.',
  offered: (name) => `${name} chọrọ iweghachiri gị ego`,
  offer: (name, amount, net) =>
    `${name} chọrọ iweghachi ${amount} n’ego ị kwụrụ. ${net} ga-erute gị; netwọk ga-ewere nke fọdụrụ.`,
  sayWhere:
    'Biko kwuo ebe ọ ga-aga n’ibe nke ịkwụ ụgwọ gị. Nye adreesị nke gị na netwọk ahụ. Anyị anaghị ajụ okwuntughe ma ọ bụ okwu nke wọlet.',
  giveAddress: 'Kwuo ebe ọ ga-aga',
  sent: (net) => `${net} nọ n’ụzọ na-alọtara gị`,
  sentTo: (address) => `E zigala ya na ${address}. Ibe nke ịkwụ ụgwọ gị ga-egosi mgbe o guzosiri ike.`,
  held: 'A na-eleba ịkwụ ụgwọ gị anya',
  heldText: (naira, time) =>
    `I kwụọla ụgwọ, ọ dịghị ihe ị ga-eme. Mmadụ ga-eleba ịkwụ ụgwọ a anya tupu e ziga ${naira} n’ụlọ akụ onye nnata, ọ na-abụkarị n’ime ${time}. Ego ahụ nọ n’udo.`,
  hours: (count) => `awa ${count}`,
  notSent: (net) => `E zighachighị gị ${net}`,
  declined: (amount) =>
    `Onye nlekọta ekweghị ka e weghachi ${amount}. Ego ahụ nọ n’udo n’aka onye nnata, onye nwere ike inye gị ya ọzọ: biko jụọ ya.`,
  arrived: (net) => `${net} alọghachitela gị`,
  final: (address) => `O ruola ${address}, o guzosiekwala ike.`,
};
