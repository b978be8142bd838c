import { sql } from 'kysely'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { certificate } from '#tests/support/sso/certificates.ts'
import type { DnsResolver } from '#server/platform/core/outgoing/dns.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import type { Caller } from './calling.ts'

/** Has both records of one domain, and no others. */
const dns: DnsResolver = {
  cname: () => Promise.reject(new Error('nobody asks')),
  txt: async (host) => {
    if (host === 'good.example') return [['v=spf1 ', '-all']]
    if (host === '_dmarc.good.example') return [['v=DMARC1; p=none']]
    if (host.endsWith('silent.example')) throw Object.assign(new Error(host), { code: 'ETIMEOUT' })
    throw Object.assign(new Error(host), { code: 'ENOTFOUND' })
  },
}

/** Options of a platform that may reach test mail servers. */
export const mailPlatformOptions = {
  seed: true,
  dns,
  ca: certificate,
  exceptions: ['127.0.0.0/8', '::1'].flatMap((text) => parseNetwork(text) ?? []),
}

let settingCount = 0

/** Builds SMTP settings as a form sends them. */
export const buildSmtpValues = (port: number, more: object = {}) => ({
  ...getInitialValues(smtpSettings),
  name: `Relay ${++settingCount}`,
  host: '127.0.0.1',
  port,
  username: 'shop',
  password: 'open sesame',
  fromAddress: 'shop@good.example',
  ...more,
})

export const createSmtpSettings = async (call: Caller, port: number, more: object = {}) => {
  const answer = await call('POST', '/smtpSettings', { body: buildSmtpValues(port, more) })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body as { id: number; name: string; version: number }
}

/** Creates an active platform default without testing it, for tests about other emails. */
export async function createDefaultSmtpSetting(
  platform: TestPlatform,
  call: Caller,
  port: number,
): Promise<void> {
  const { id } = await createSmtpSettings(call, port, { scope: 'platform' })
  await sql`update smtp_settings set state = 'active' where id = ${id}`.execute(
    platform.platform.db,
  )
}
