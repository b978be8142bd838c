/** The alerts about incidents and about charges whose outcome is unknown. */
export const paymentAlertMessages = {
  failingAt: (store: string) => `Payments are failing at ${store}`,
  incidentCause: (cause: string) => `${cause}.`,
  incidentCode: (code: string) => `The provider's error code is ${code}.`,
  incidentDetail: 'Open the incident to see the affected stores and amounts.',
  chargeUnknown: (order: string) => `Charge status unknown for order ${order}`,
  chargeUnknownDetail: (provider: string) =>
    `We couldn't find out from ${provider} whether the card was charged. Check your account there, then record the result.`,
}
