import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import { migrationLockMs } from '../databaseTimeouts.ts'
import type { Database } from '../schema.ts'
import { StartupError } from '#server/platform/settings.ts'
import { accounts, accountStores, googleSignIn, permissionGrants } from './001_accounts.ts'
import { writes } from './002_writes.ts'
import { sizesTable } from './003_sizes.ts'
import { lists } from './004_lists.ts'
import { storesTable } from './005_stores.ts'
import { activity } from './006_activity.ts'
import { foldedSearch, searchIndexes, searchWordMarks } from './011_search.ts'
import { storeHealth } from './014_storeHealth.ts'
import { storeAddress } from './015_storeAddress.ts'
import { preferences } from './017_preferences.ts'
import { recordHistory } from './018_recordHistory.ts'
import { jobsTables } from './022_jobs.ts'
import { files } from './023_files.ts'
import { jobUndo } from './024_jobUndo.ts'
import { storePictures } from './026_storePictures.ts'
import { people } from './030_people.ts'
import { ledgerLists } from './035_ledgerLists.ts'
import { attributes } from './040_attributes.ts'
import { productsTable } from './041_products.ts'
import { jobRowMonths } from './025_jobRowMonths.ts'
import { colorHue } from './042_colorHue.ts'
import { training } from './044_training.ts'
import { credits } from './036_credits.ts'
import { logChain } from './037_logChain.ts'
import { memberGroups } from './038_memberGroups.ts'
import { stickers } from './043_stickers.ts'
import { imports } from './083_imports.ts'
import { themes } from './047_themes.ts'
import { themeVersions } from './050_themeVersions.ts'
import { logMonths } from './053_logMonths.ts'
import { logRetention } from './054_logRetention.ts'
import { lockout } from './056_lockout.ts'
import { integrationTables } from './060_integrations.ts'
import { signOn } from './063_signOn.ts'
import { paymentAttempts } from './070_paymentAttempts.ts'
import { mail } from './061_mail.ts'
import { cognito } from './066_cognito.ts'
import { bulkPlans } from './080_bulkPlans.ts'
import { views } from './081_views.ts'
import { incidents } from './071_incidents.ts'
import { attention } from './072_attention.ts'
import { memberSignOn } from './067_memberSignOn.ts'
import { memberFlows } from './068_memberFlows.ts'
import { signOnSecretEnds } from './069_signOnSecretEnds.ts'
import { paymentSetups } from './073_paymentSetups.ts'
import { paymentEvents } from './074_paymentEvents.ts'
import { giftCardSetup } from './076_giftCardSetup.ts'
import { printfulSetup } from './077_printfulSetup.ts'
import { creditLimits } from './107_creditLimits.ts'
import { giftCardTemplates } from './087_giftCardTemplates.ts'
import { paymentRotation } from './092_paymentRotation.ts'
import { printfulAccounts } from './097_printfulAccounts.ts'
import { creditMonths } from './108_creditMonths.ts'
import { creditGroups } from './109_creditGroups.ts'
import { giftCardEvents } from './088_giftCardEvents.ts'
import { unclearCharges } from './117_unclearCharges.ts'
import { anchorKeys } from './118_anchorKeys.ts'
import { actingAccounts } from './119_actingAccounts.ts'
import { mailDays } from './120_mailDays.ts'
import { expiringSoon } from './121_expiringSoon.ts'
import { hueOrder } from './122_hueOrder.ts'
import { badRows } from './123_badRows.ts'
import { cardCheckTimes } from './124_cardsLookedAt.ts'
import { chargeCheckTimes } from './125_chargesLookedAt.ts'
import { requestedReversals } from './126_reversalsAsked.ts'
import { missing } from './127_missing.ts'
import { plannedRows } from './128_plannedRows.ts'
import { cardsAsks } from './129_cardsAsks.ts'
import { beginnings } from './130_beginnings.ts'
import { storeMarks } from './131_storeMarks.ts'
import { dueIndexes } from './132_dueIndexes.ts'
import { acceptedLinks } from './133_acceptedLinks.ts'
import { storeAttention } from './134_storeAttention.ts'
import { alertPermissions } from './135_attentionRights.ts'
import { interruptedTests } from './136_leftTests.ts'
import { unusedFiles } from './137_unheldFiles.ts'
import { memberMoves } from './138_memberMoves.ts'
import { sameTexts } from './165_sameText.ts'
import { numberedCheckpoints } from './170_numberedCheckpoints.ts'
import { tokenAudience } from './140_tokenAudience.ts'
import { attemptActors } from './200_attemptActors.ts'
import { giftCardShortages } from './201_giftCardShortages.ts'
import { trustedEmails } from './180_trustedEmails.ts'
import { dismissalReasons } from './235_dismissalReasons.ts'
import { processingCharges } from './145_processingCharges.ts'
import { approvalWindow } from './155_approvalWindow.ts'
import { knownNetworks } from './141_knownNetworks.ts'
import { googleSubjects } from './142_googleSubjects.ts'
import { rejectedCalls } from './143_rejectedCalls.ts'
import { linkMakers } from './144_linkMakers.ts'
import { memberInvitations } from './225_memberInvitations.ts'
import { jobRowClaims } from './146_jobRowClaims.ts'
import { uploadsByAccount } from './150_uploadsByAccount.ts'
import { ssoGroups } from './210_ssoGroups.ts'
import { attentionAccounts } from './211_attentionAccounts.ts'
import { moneyOrder } from './212_moneyOrder.ts'
import { changedFields } from './230_changedFields.ts'
import { alertMarks } from './245_alertMarks.ts'
import { pilotStores } from './240_pilotStores.ts'
import { planRows } from './246_planRows.ts'
import { creditRemainder } from './247_creditRemainder.ts'
import { waitingMail } from './236_waitingMail.ts'
import { resourceTables } from './resourceTables.ts'

/** Every change of the tables, in order. Never edit a released migration: add another. */
export const migrations: Record<string, Migration> = {
  '001_accounts': accounts,
  '002_writes': writes,
  '003_sizes': sizesTable,
  '004_lists': lists,
  '005_stores': storesTable,
  '006_activity': activity,
  '010_google': googleSignIn,
  '011_search': searchIndexes,
  '012_searchMark': searchWordMarks,
  '013_searchText': foldedSearch,
  '014_storeHealth': storeHealth,
  '015_storeAddress': storeAddress,
  ...resourceTables,
  '017_preferences': preferences,
  '018_recordHistory': recordHistory,
  '019_rights': permissionGrants,
  '021_accountStores': accountStores,
  '022_jobs': jobsTables,
  '023_files': files,
  '024_jobUndo': jobUndo,
  '025_jobRowMonths': jobRowMonths,
  '026_storePictures': storePictures,
  '030_people': people,
  '035_ledgerLists': ledgerLists,
  '040_attributes': attributes,
  '041_products': productsTable,
  '042_colorHue': colorHue,
  '044_training': training,
  '036_credits': credits,
  '037_logChain': logChain,
  '038_memberGroups': memberGroups,
  '043_stickers': stickers,
  '047_themes': themes,
  '050_themeVersions': themeVersions,
  '053_logMonths': logMonths,
  '054_logRetention': logRetention,
  '056_lockout': lockout,
  '060_integrations': integrationTables,
  '083_imports': imports,
  '063_signOn': signOn,
  '073_paymentSetups': paymentSetups,
  '074_paymentEvents': paymentEvents,
  '070_paymentAttempts': paymentAttempts,
  '061_mail': mail,
  '066_cognito': cognito,
  '080_bulkPlans': bulkPlans,
  '081_views': views,
  '071_incidents': incidents,
  '072_attention': attention,
  '067_memberSignOn': memberSignOn,
  '068_memberFlows': memberFlows,
  '069_signOnSecretEnds': signOnSecretEnds,
  '076_giftCardSetup': giftCardSetup,
  '077_printfulSetup': printfulSetup,
  '107_creditLimits': creditLimits,
  '087_giftCardTemplates': giftCardTemplates,
  '092_paymentRotation': paymentRotation,
  '097_printfulAccounts': printfulAccounts,
  '108_creditMonths': creditMonths,
  '109_creditGroups': creditGroups,
  '088_giftCardEvents': giftCardEvents,
  '117_unclearCharges': unclearCharges,
  '118_anchorKeys': anchorKeys,
  '119_actingAccounts': actingAccounts,
  '120_mailDays': mailDays,
  '121_expiringSoon': expiringSoon,
  '122_hueOrder': hueOrder,
  '123_badRows': badRows,
  '124_cardsLookedAt': cardCheckTimes,
  '125_chargesLookedAt': chargeCheckTimes,
  '126_reversalsAsked': requestedReversals,
  '127_missing': missing,
  '128_plannedRows': plannedRows,
  '129_cardsAsks': cardsAsks,
  '130_beginnings': beginnings,
  '131_storeMarks': storeMarks,
  '132_dueIndexes': dueIndexes,
  '133_acceptedLinks': acceptedLinks,
  '134_storeAttention': storeAttention,
  '135_attentionRights': alertPermissions,
  '136_leftTests': interruptedTests,
  '137_unheldFiles': unusedFiles,
  '138_memberMoves': memberMoves,
  '140_tokenAudience': tokenAudience,
  '180_trustedEmails': trustedEmails,
  '145_processingCharges': processingCharges,
  '155_approvalWindow': approvalWindow,
  '141_knownNetworks': knownNetworks,
  '165_sameText': sameTexts,
  '142_googleSubjects': googleSubjects,
  '143_rejectedCalls': rejectedCalls,
  '144_linkMakers': linkMakers,
  '225_memberInvitations': memberInvitations,
  '146_jobRowClaims': jobRowClaims,
  '170_numberedCheckpoints': numberedCheckpoints,
  '150_uploadsByAccount': uploadsByAccount,
  '210_ssoGroups': ssoGroups,
  '235_dismissalReasons': dismissalReasons,
  '200_attemptActors': attemptActors,
  '201_giftCardShortages': giftCardShortages,
  '211_attentionAccounts': attentionAccounts,
  '212_moneyOrder': moneyOrder,
  '230_changedFields': changedFields,
  '245_alertMarks': alertMarks,
  '246_planRows': planRows,
  '240_pilotStores': pilotStores,
  '247_creditRemainder': creditRemainder,
  '236_waitingMail': waitingMail,
}

/**
 * Brings the tables up to date. Kysely holds an advisory lock, so replicas can start at once.
 * Throws a `StartupError` if another transaction locks a table for longer than `lockMs`, because
 * later transactions would wait behind the migration.
 */
export async function migrate(
  db: Kysely<Database>,
  { all = migrations, lockMs = migrationLockMs } = {},
): Promise<void> {
  if (await isUpToDate(db, all)) return
  await db.connection().execute(async (connection) => {
    const provider = { getMigrations: () => Promise.resolve(withLockTimeout(all, lockMs)) }
    const migrator = new Migrator({
      db: connection,
      provider,
      // Each migration belongs to one area, so a later one may have a lower number.
      allowUnorderedMigrations: true,
    })
    // No timeouts here: another replica may be migrating, and a migration may take long.
    await sql`set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`.execute(
      connection,
    )
    try {
      const { error } = await migrator.migrateToLatest()
      if (isLockTimeout(error)) throw new StartupError(formatTableInUse(lockMs), { cause: error })
      if (error) throw error
    } finally {
      await sql`reset lock_timeout; reset statement_timeout; reset idle_in_transaction_session_timeout`.execute(
        connection,
      )
    }
  })
}

/**
 * Sets the lock timeout in each migration. All run in one transaction, and an earlier one may have
 * changed it.
 */
const withLockTimeout = (all: Record<string, Migration>, lockMs: number) =>
  Object.fromEntries(
    Object.entries(all).map(([name, { up }]): [string, Migration] => [
      name,
      {
        async up(db) {
          await sql`select set_config('lock_timeout', ${String(lockMs)}, true)`.execute(db)
          await up(db)
        },
      },
    ]),
  )

const isLockTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '55P03'

const formatTableInUse = (lockMs: number) =>
  `The database tables can't be updated: something else held one of them for more than ${lockMs / 1000} seconds. Stop long queries and other programs that use this database, then start again.`

/** Checks first, because the migrator reads the whole system catalog at every start. */
async function isUpToDate(db: Kysely<Database>, all: Record<string, Migration>): Promise<boolean> {
  const { rows } = await sql<{ made: string | null }>`
    select to_regclass('kysely_migration')::text as made`.execute(db)
  if (!rows[0]?.made) return false
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const names = new Set(applied.rows.map(({ name }) => name))
  return Object.keys(all).every((name) => names.has(name))
}
