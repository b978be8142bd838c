import type { ValuesOf } from '#shared/engine/resource.ts'
import type { smtpSettings as definition } from '#shared/resources/smtpSettings.ts'

const plain = {
  verifyCertificate: true,
  username: null,
  replyTo: null,
  limitPerMinute: null,
  paused: false,
  pauseReason: null,
} as const

type Seeded = Omit<ValuesOf<typeof definition>, 'password'>

/** Drafts: what leads nowhere must not be active. The first is the stand-in of `npm run standIns`, so that it can be tried. */
export const smtpSettings: Seeded[] = [
  {
    ...plain,
    name: 'Relay on this machine',
    scope: 'platform',
    preset: 'other',
    host: '127.0.0.1',
    port: 2525,
    security: 'none',
    auth: 'none',
    fromName: 'Company stores',
    fromAddress: 'stores@example.com',
  },
  {
    ...plain,
    name: 'Campaigns',
    scope: 'stores',
    preset: 'mailgun',
    host: 'smtp.mailgun.org',
    port: 465,
    security: 'tls',
    auth: 'none',
    fromName: 'Rewards',
    fromAddress: 'rewards@example.com',
    limitPerMinute: 120,
  },
]
