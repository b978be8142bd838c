/** The table of replaced credentials of payment setups. */
export const retiredCredentials = 'paymentCredentialsBefore'
