/**
 * A dispute that a mock provider reports once to all its webhooks. `charge` is the provider's ID of a
 * payment that the platform knows, `amount` is in minor units, and the mode is that of the demo
 * data's setups.
 */
export type Dispute = {
  charge: string
  amount: number
  currency: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
}

type WebhookCall = { headers: Record<string, string>; body: string }

/** Sends the event that `buildCall` creates to each webhook, and clears the dispute's switch. */
export async function sendDispute<Webhook extends { url: string }>(
  provider: string,
  state: { dispute: Dispute | null; webhooks: readonly Webhook[] },
  buildCall: (dispute: Dispute, at: Date, webhook: Webhook) => WebhookCall,
): Promise<void> {
  const { dispute, webhooks } = state
  if (!dispute) return
  state.dispute = null
  const at = new Date()
  for (const webhook of webhooks)
    await fetch(webhook.url, { method: 'POST', ...buildCall(dispute, at, webhook) }).catch(
      (error: unknown) =>
        console.error(`${provider}: the webhook ${webhook.url} didn't respond`, error),
    )
}

/** When a response to a new dispute is due. */
export const getDueDate = (at: Date): Date => new Date(at.getTime() + 9 * 24 * 3_600_000)
