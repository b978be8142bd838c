import type { StepContext, StepResult } from '#server/platform/core/integrations/integration.ts'
import { passStep, reportUnknownStep } from '#server/platform/core/integrations/integration.ts'
import type { DnsResolver } from '#server/platform/core/outgoing/dns.ts'
import { smtpTestMessages } from './messages.ts'

/**
 * Checks that DNS lists who can send for the sender's domain. Missing records are a warning, never
 * a failure.
 */
export async function checkSenderDomain({ platform, record }: StepContext): Promise<StepResult> {
  const domain = String(record['fromAddress']).split('@').at(-1) ?? ''
  const { dns } = platform.outgoing
  const [spf, dmarc] = await Promise.all([
    hasTxtRecord(dns, domain, /^v=spf1\b/i),
    hasTxtRecord(dns, `_dmarc.${domain}`, /^v=DMARC1\b/i),
  ])
  if (spf === null || dmarc === null) return reportUnknownStep(smtpTestMessages.noAnswer(domain))
  if (spf && dmarc) return passStep('')
  const missing = [...(spf ? [] : ['SPF']), ...(dmarc ? [] : ['DMARC'])]
  const [first = '', second] = missing
  const sentence =
    second === undefined
      ? smtpTestMessages.recordMissing(domain, first)
      : smtpTestMessages.bothMissing(domain)
  return passStep(sentence, {
    warning: true,
    code: missing.map((name) => `NO_${name}`).join(' '),
  })
}

/** Whether the host has a TXT record that matches; null if DNS doesn't respond. */
async function hasTxtRecord(
  dns: DnsResolver,
  host: string,
  pattern: RegExp,
): Promise<boolean | null> {
  try {
    return (await dns.txt(host)).some((parts) => pattern.test(parts.join('')))
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    return code === 'ENOTFOUND' || code === 'ENODATA' ? false : null
  }
}
