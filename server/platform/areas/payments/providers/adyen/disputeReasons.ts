import { mapDisputeReasons } from '../disputeReasons.ts'

/**
 * The codes of card networks that Adyen reports: those of Visa, Mastercard, American Express, and
 * Discover (docs.adyen.com, "Dispute reason codes").
 */
export const adyenDisputeReasons = mapDisputeReasons({
  notAuthorized:
    '10.1 10.2 10.3 10.4 10.5 4837 4840 4849 4870 4871 F10 F14 F24 F29 F30 F31 UA01 UA02 UA05 UA06',
  notRecognized: '4863 AA',
  notReceived: '13.1 13.9 4855 C08 RG',
  notAsDescribed: '13.3 13.5 C31 C32 RM',
  complaint: '4853 4854',
  counterfeit: '13.4',
  refundMissing: '13.6 4860 C02 C04 RN2',
  canceledOrder: '13.7 C05 C18',
  canceledSubscription: '13.2 4841 C28 AP',
  duplicate: '12.6 12.6.1 P08 DP',
  wrongAmount: '12.5 4831 P05 AW',
  wrongCurrency: '12.3 4846 P23',
  paidOtherwise: '12.6.2 C14 PM',
  wrongAccount: '12.4 4812 P01 P22 IN',
  declinedByBank: '11.1 11.2 11.3 4808 A01 A02 A08 AT',
  chargedLate: '12.1 4842 P07 LP',
  processingError: '12.2 12.7 4834 P03 P04 CD',
})
