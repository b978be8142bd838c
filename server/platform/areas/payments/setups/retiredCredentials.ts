/** Where credentials of payment setups stand that were replaced. */
export const retiredCredentials = 'paymentCredentialsBefore'
