import { sql } from 'kysely'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import type { StoreAssignment } from './assignCall.ts'
import { smtpAssignmentMessages, themeAssignmentMessages } from './messages.ts'

/** Assigns an SMTP setting to stores. */
export const smtpAssignment: StoreAssignment = {
  resource: smtpSettings,
  singular: smtpAssignmentMessages.one,
  field: 'smtpSettingsId',
  inherited: sql`select id from smtp_settings where scope = 'platform'`,
  messages: {
    same: smtpAssignmentMessages.same,
    already: smtpAssignmentMessages.already,
    none: smtpAssignmentMessages.none,
  },
  findLosses: ({ state }, stores) =>
    state === 'active' || state === 'degraded'
      ? []
      : [{ what: smtpAssignmentMessages.inactive, ...stores }],
}

/** Assigns a theme to stores. */
export const themeAssignment: StoreAssignment = {
  resource: themes,
  singular: themeAssignmentMessages.one,
  field: 'themeId',
  inherited: sql`select theme_id from store_defaults`,
  messages: {
    same: themeAssignmentMessages.same,
    already: themeAssignmentMessages.already,
    none: themeAssignmentMessages.none,
  },
  findError: ({ status }) => (status === 'published' ? null : themeAssignmentMessages.notPublished),
}
