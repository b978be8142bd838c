import type { ValuesOf } from '#shared/engine/resource.ts'
import type { smtpSettings as definition } from '#shared/areas/email/smtpSettings.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'
import { emailRejectedProblem } from '#server/platform/demoData/problems.ts'

const commonSettings = {
  verifyCertificate: true,
  username: null,
  replyTo: null,
  limitPerMinute: null,
  paused: false,
  pauseReason: null,
} as const

type SmtpSettingSeed = Omit<ValuesOf<typeof definition>, 'password'> & {
  state: string
  problem?: string
}

/**
 * The default is the mock server of `npm run mockProviders`, so it can be tested. The mail server of the
 * other one rejects its password.
 */
const smtpSettingRows: SmtpSettingSeed[] = [
  {
    ...commonSettings,
    name: 'Local mail server',
    scope: 'platform',
    preset: 'other',
    host: '127.0.0.1',
    port: 2525,
    security: 'none',
    auth: 'none',
    fromName: 'Company stores',
    fromAddress: 'stores@example.com',
    state: 'active',
  },
  {
    ...commonSettings,
    name: 'Campaigns',
    scope: 'stores',
    preset: 'mailgun',
    host: 'smtp.mailgun.org',
    port: 465,
    security: 'tls',
    auth: 'login',
    username: 'rewards@mg.example.com',
    fromName: 'Rewards',
    fromAddress: 'rewards@example.com',
    limitPerMinute: 120,
    state: 'degraded',
    problem: emailRejectedProblem,
  },
]

export async function insertSmtpSettings(context: SeedContext): Promise<void> {
  await insertRecords(context, 'smtpSettings', smtpSettingRows)
}
