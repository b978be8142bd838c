import type { Migration } from 'kysely/migration'
import { functions } from './0001_functions.ts'
import { users } from './0002_users.ts'
import { logs } from './0003_logs.ts'
import { core } from './0004_core.ts'
import { stores } from './0005_stores.ts'
import { integrations } from './0006_integrations.ts'
import { signIn } from './0007_signIn.ts'
import { themes } from './0008_themes.ts'
import { email } from './0009_email.ts'
import { sizes } from './0010_sizes.ts'
import { colors } from './0011_colors.ts'
import { attributes } from './0012_attributes.ts'
import { catalog } from './0013_catalog.ts'
import { members } from './0014_members.ts'
import { credits } from './0015_credits.ts'
import { training } from './0016_training.ts'
import { stickers } from './0017_stickers.ts'
import { payments } from './0018_payments.ts'
import { giftCards } from './0019_giftCards.ts'
import { printful } from './0020_printful.ts'
import { cognito } from './0021_cognito.ts'
import { sso } from './0022_sso.ts'
import { alerts } from './0023_alerts.ts'
import { refunds } from './0025_refunds.ts'
import { charges } from './0026_charges.ts'
import { memberPages } from './0027_memberPages.ts'
import { erasedMembers } from './0028_erasedMembers.ts'
import { recordedRefunds } from './0029_recordedRefunds.ts'
import { giftCardTimelines } from './0030_giftCardTimelines.ts'
import { deadlines } from './0031_deadlines.ts'
import { alertChannels } from './0032_alertChannels.ts'
import { deadlineAlerts } from './0033_deadlineAlerts.ts'
import { calendarFeeds } from './0034_calendarFeeds.ts'
import { memberStatusChanges } from './0035_memberStatusChanges.ts'
import { comments } from './0036_comments.ts'
import { onCall } from './0037_onCall.ts'
import { blueprints } from './0038_blueprints.ts'
import { scheduledChanges } from './0039_scheduledChanges.ts'
import { storeCertificates } from './0040_storeCertificates.ts'
import { emailTexts } from './0041_emailTexts.ts'
import { guardedRollouts } from './0042_guardedRollouts.ts'
import { channelThreads } from './0043_channelThreads.ts'
import { factors } from './0044_factors.ts'
import { apiKeys } from './0045_apiKeys.ts'
import { ownAccounts } from './0046_ownAccounts.ts'
import { search } from './0047_search.ts'
import { signInProviders } from './0048_signInProviders.ts'
import { storeFigures } from './0049_storeFigures.ts'
import { savedSelections } from './0050_savedSelections.ts'
import { accountWrites } from './0051_accountWrites.ts'
import { attemptsByReason } from './0052_attemptsByReason.ts'
import { deadlineAlertKinds } from './0053_deadlineAlertKinds.ts'
import { immediateChanges } from './0054_immediateChanges.ts'
import { platformDays } from './0055_platformDays.ts'
import { storeFilters } from './0056_storeFilters.ts'
import { eventMonths } from './0057_eventMonths.ts'
import { emailMonths } from './0058_emailMonths.ts'
import { platformHours } from './0059_platformHours.ts'
import { attemptMonths } from './0060_attemptMonths.ts'
import { announcedTimes } from './0061_announcedTimes.ts'
import { fasterFolding } from './0062_fasterFolding.ts'

/**
 * The migrations that replaced the old ones. A database at the last old migration is taken over as
 * if it had run these (adoptOldDatabase.ts).
 */
export const squashedMigrations = {
  '0001_functions': functions,
  '0002_users': users,
  '0003_logs': logs,
  '0004_core': core,
  '0005_stores': stores,
  '0006_integrations': integrations,
  '0007_signIn': signIn,
  '0008_themes': themes,
  '0009_email': email,
  '0010_sizes': sizes,
  '0011_colors': colors,
  '0012_attributes': attributes,
  '0013_catalog': catalog,
  '0014_members': members,
  '0015_credits': credits,
  '0016_training': training,
  '0017_stickers': stickers,
  '0018_payments': payments,
  '0019_giftCards': giftCards,
  '0020_printful': printful,
  '0021_cognito': cognito,
  '0022_sso': sso,
  '0023_alerts': alerts,
} satisfies Record<string, Migration>

/**
 * Every change of the tables, in order. Never edit a released migration: add another, with the next
 * number. A short one is an entry here; a long one gets a file of its own.
 */
export const migrations: Record<string, Migration> = {
  ...squashedMigrations,
  '0025_refunds': refunds,
  '0026_charges': charges,
  '0027_memberPages': memberPages,
  '0028_erasedMembers': erasedMembers,
  '0029_recordedRefunds': recordedRefunds,
  '0030_giftCardTimelines': giftCardTimelines,
  '0031_deadlines': deadlines,
  '0032_alertChannels': alertChannels,
  '0033_deadlineAlerts': deadlineAlerts,
  '0034_calendarFeeds': calendarFeeds,
  '0035_memberStatusChanges': memberStatusChanges,
  '0036_comments': comments,
  '0037_onCall': onCall,
  '0038_blueprints': blueprints,
  '0039_scheduledChanges': scheduledChanges,
  '0040_storeCertificates': storeCertificates,
  '0041_emailTexts': emailTexts,
  '0042_guardedRollouts': guardedRollouts,
  '0043_channelThreads': channelThreads,
  '0044_factors': factors,
  '0045_apiKeys': apiKeys,
  '0046_ownAccounts': ownAccounts,
  '0047_search': search,
  '0048_signInProviders': signInProviders,
  '0049_storeFigures': storeFigures,
  '0050_savedSelections': savedSelections,
  '0051_accountWrites': accountWrites,
  '0052_attemptsByReason': attemptsByReason,
  '0053_deadlineAlertKinds': deadlineAlertKinds,
  '0054_immediateChanges': immediateChanges,
  '0055_platformDays': platformDays,
  '0056_storeFilters': storeFilters,
  '0057_eventMonths': eventMonths,
  '0058_emailMonths': emailMonths,
  '0059_platformHours': platformHours,
  '0060_attemptMonths': attemptMonths,
  '0061_announcedTimes': announcedTimes,
  '0062_fasterFolding': fasterFolding,
}
