import type { PayerMailTexts } from './texts.ts';

export const HAUSA: PayerMailTexts = {
  receipt: 'Rasiti',
  paid: (coins, network, purpose) => `Kun biya ${coins} ta ${network} don “${purpose}”.`,
  counted: (naira, rate, currency) =>
    `An ƙirga shi a matsayin ${naira}, a kan ${rate} ga ${currency} ɗaya. Ba a ƙara muku komai a kai ba.`,
  overpaid: (excess) =>
    `Kun aika ƙarin ${excess} fiye da abin da ake buƙata. An ajiye wa mai karɓa: da fatan za ku nemi ya mayar muku.`,
  transaction: 'Ma’amala',
  number: 'Lambar biyan kuɗi',
  look: 'Duba biyan kuɗin',
  reason: 'Kun sami wannan imel ne saboda wani ya shigar da adireshinku a shafin wannan biyan kuɗi.',
  offered: (name) => `${name} yana so ya mayar muku da kuɗi`,
  offer: (name, amount, net) =>
    `${name} yana so ya mayar da ${amount} daga kuɗin da kuka biya. ${net} zai isa gare ku; hanyar sadarwa za ta ɗauki sauran.`,
  sayWhere:
    'Da fatan za ku faɗi inda za a aika shi a shafin biyan kuɗinku. Ku ba da adireshinku na kanku a wannan hanyar sadarwa. Ba ma taɓa tambayar kalmar sirri ko kalmomin walet ba.',
  giveAddress: 'Faɗi inda za a aika',
  sent: (net) => `${net} na kan hanyar dawowa gare ku`,
  sentTo: (address) => `An aika shi zuwa ${address}. Shafin biyan kuɗinku zai nuna lokacin da ya tabbata.`,
  held: 'Ana duba biyan kuɗinku',
  heldText: (naira, time) =>
    `Kun biya, kuma ba sai kun yi komai ba. Wani mutum zai duba wannan biyan kafin a aika ${naira} zuwa bankin mai karɓa, yawanci cikin ${time}. Kuɗin yana nan lafiya.`,
  hours: (count) => `awa ${count}`,
  notSent: (net) => `Ba a mayar muku da ${net} ba`,
  declined: (amount) =>
    `Mai gudanarwa bai amince a mayar da ${amount} ba. Kuɗin yana nan lafiya wurin mai karɓa, wanda zai iya sake yi muku tayi: da fatan za ku tambaye shi.`,
  arrived: (net) => `${net} ya dawo gare ku`,
  final: (address) => `Ya isa ${address} kuma ya tabbata.`,
};
