import type { AccountSection } from '../accountSection.ts'
import { apiKeysSection } from './apiKeysSection.tsx'
import { factorsSection } from './factorsSection.tsx'
import { notificationsSection } from './notificationsSection.tsx'
import { passwordSection } from './passwordSection.tsx'
import { profileSection } from './profileSection.tsx'
import { securityEventsSection } from './securityEventsSection.tsx'
import { sessionsSection } from './sessionsSection.tsx'

/** The sections of the operator's own account, in the order of the tabs. */
export const accountSections = {
  profile: profileSection,
  password: passwordSection,
  secondFactor: factorsSection,
  sessions: sessionsSection,
  apiKeys: apiKeysSection,
  notifications: notificationsSection,
  securityEvents: securityEventsSection,
} as const satisfies Readonly<Record<string, AccountSection>>

export type AccountSectionName = keyof typeof accountSections

export const firstSection = 'profile' satisfies AccountSectionName

export const isAccountSection = (name: string): name is AccountSectionName =>
  Object.hasOwn(accountSections, name)
