/** What the platform says about charges and their outcomes. */
export const paymentMessages = {
  processing: (gateway: string) =>
    `${gateway} is still processing the last payment of this order. Another charge could be a second one, so wait for the outcome: we check with ${gateway} until it's known.`,
  otherAttempt: (attempt: number) =>
    `This order was charged again after you confirmed: it's at attempt ${attempt} now. Look at its timeline, then retry.`,
  notDue: 'This retry is not due any more.',
  processingStarted: (gateway: string) =>
    `${gateway} is processing the payment. You'll see the result in the timeline.`,
  forgotten: (gateway: string, key: string) =>
    `${gateway} has forgotten ${key} by now. Look there whether it was charged, and say here what came of it.`,
  noOutcome: (gateway: string, paymentId: string) =>
    `${gateway} didn't report an outcome of payment ${paymentId} within 30 days. Look there whether it was charged, then enter it here.`,
}
