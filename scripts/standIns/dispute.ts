/**
 * A dispute that a stand-in reports once to all its webhooks. `charge` is the provider's ID of a
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

/** Takes the dispute from the switch and sends the event that `build` makes of it to each webhook. */
export async function sendDispute<Webhook extends { url: string }>(
  provider: string,
  state: { dispute: Dispute | null; webhooks: readonly Webhook[] },
  build: (dispute: Dispute, at: Date, webhook: Webhook) => WebhookCall,
): Promise<void> {
  const { dispute, webhooks } = state
  if (!dispute) return
  state.dispute = null
  const at = new Date()
  for (const webhook of webhooks)
    await fetch(webhook.url, { method: 'POST', ...build(dispute, at, webhook) }).catch(
      (error: unknown) =>
        console.error(`${provider}: the webhook ${webhook.url} didn't respond`, error),
    )
}

/** When a response to a new dispute is due. */
export const getDueDate = (at: Date): Date => new Date(at.getTime() + 9 * 24 * 3_600_000)
