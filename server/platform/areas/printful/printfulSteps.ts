import { findMissingScopes } from '#shared/areas/printful/scopes.ts'
import { parsePrintfulStorePairs } from '#shared/engine/storePairs.ts'
import {
  failStep,
  passStep,
  skipStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import type {
  StepContext,
  IntegrationStep,
  StepResult,
} from '#server/platform/core/integrations/integration.ts'
import { toPrintfulAccess, buildPrintfulWebhookUrl } from './access.ts'
import { findPrintfulWebhookErrors } from './account.ts'
import { PrintfulError } from './printfulClient.ts'
import type { PrintfulAccess } from './printfulClient.ts'
import {
  saveScopes,
  savePrintfulStores,
  saveWebhook,
  fetchPrintfulScopes,
  fetchPrintfulStores,
  fetchPrintfulWebhook,
} from './printfulData.ts'
import type { PrintfulStoreData } from './printfulData.ts'
import { printfulTestMessages } from './messages.ts'

export type PrintfulStepState = { scopes: string[]; stores: PrintfulStoreData[] }

/** The test steps for a Printful account (integrations.md). */
export const printfulSteps: readonly IntegrationStep<PrintfulStepState>[] = [
  {
    name: 'token',
    title: printfulTestMessages.titles.token,
    required: true,
    passive: true,
    run: withPrintfulErrors(checkToken),
  },
  {
    name: 'scopes',
    title: printfulTestMessages.titles.scopes,
    required: true,
    passive: true,
    run: checkTokenScopes,
  },
  {
    name: 'stores',
    title: printfulTestMessages.titles.stores,
    required: true,
    passive: true,
    run: withPrintfulErrors(checkStoreAccess),
  },
  {
    name: 'map',
    title: printfulTestMessages.titles.map,
    required: false,
    passive: true,
    run: checkStoreMap,
  },
  {
    name: 'webhook',
    title: printfulTestMessages.titles.webhook,
    required: false,
    passive: true,
    needsSaved: 'values',
    run: withPrintfulErrors(checkWebhooks),
  },
]

function withPrintfulErrors(run: (context: StepContext<PrintfulStepState>) => Promise<StepResult>) {
  return async (context: StepContext<PrintfulStepState>): Promise<StepResult> => {
    try {
      return await run(context)
    } catch (error) {
      if (!(error instanceof PrintfulError)) throw error
      const field = error.status === 401 || error.status === 403 ? 'token' : undefined
      return failStep(`HTTP_${error.status}`, error.message, field)
    }
  }
}

const toPrintfulClient = ({
  platform,
  record,
  secrets,
  typed,
}: StepContext<PrintfulStepState>): [StepContext['platform'], PrintfulAccess] => {
  const access = toPrintfulAccess(record, secrets['token'] ?? '')
  return [platform, typed ? { ...access, id: null } : access]
}

const toSaveOptions = ({ platform, record }: StepContext<PrintfulStepState>) => ({
  id: record.id,
  now: platform.now().toISOString(),
})

async function checkToken(context: StepContext<PrintfulStepState>): Promise<StepResult> {
  if (!context.secrets['token']) return failStep('NO_TOKEN', printfulTestMessages.noToken, 'token')
  const scopes = await fetchPrintfulScopes(toPrintfulClient(context), context.signal)
  if (!scopes) return failStep('NOT_PRINTFUL', printfulTestMessages.notPrintful)
  context.state.scopes = scopes
  if (!context.typed) await saveScopes(context.platform.db, toSaveOptions(context), scopes)
  return passStep(printfulTestMessages.tokenValid)
}

function checkTokenScopes({
  state: { scopes },
}: StepContext<PrintfulStepState>): Promise<StepResult> {
  const missing = findMissingScopes(scopes)
  const all = scopes.filter((scope) => /^[\w/]{1,60}$/.test(scope))
  return Promise.resolve(
    missing.length === 0
      ? passStep(printfulTestMessages.scopes(all))
      : failStep('MISSING_SCOPES', printfulTestMessages.missingScopes(missing), 'token'),
  )
}

async function checkStoreAccess(context: StepContext<PrintfulStepState>): Promise<StepResult> {
  const stores = await fetchPrintfulStores(toPrintfulClient(context), context.signal)
  if (!stores) return failStep('NOT_PRINTFUL', printfulTestMessages.unexpectedStores)
  context.state.stores = stores
  if (!context.typed) await savePrintfulStores(context.platform.db, toSaveOptions(context), stores)
  if (stores.length === 0) return failStep('NO_STORES', printfulTestMessages.noStores)
  const names = stores.map(({ id, name }) => `${id} ${name.slice(0, 40)}`).slice(0, 8)
  return checkLevel(context.record['level'], names, stores.length)
}

/**
 * Checks the level: a token for one store sees only that store, but an account can also have just
 * one.
 */
function checkLevel(level: unknown, names: readonly string[], count: number): StepResult {
  if (level === 'store' && count > 1)
    return failStep('OTHER_LEVEL', printfulTestMessages.accountLevel(count), 'level')
  if (level === 'store' || count > 1)
    return passStep(printfulTestMessages.stores(names, count - names.length))
  return passStep(printfulTestMessages.storeLevel(names.join()), { warning: true, field: 'level' })
}

/** Checks that each line of the map names a Printful store that the token can access. */
function checkStoreMap({
  record,
  state: { stores },
}: StepContext<PrintfulStepState>): Promise<StepResult> {
  const pairs = parsePrintfulStorePairs(record['storeMap'])
  const unknownPair = pairs.find(({ theirs }) => !stores.some(({ id }) => id === theirs))
  const unmapped = stores.filter(({ id }) => !pairs.some(({ theirs }) => theirs === id))
  if (unknownPair)
    return Promise.resolve(
      failStep('NO_STORE', printfulTestMessages.noSuchStore(unknownPair.theirs), 'storeMap'),
    )
  return Promise.resolve(
    unmapped.length === 0
      ? passStep(printfulTestMessages.allMapped)
      : passStep(printfulTestMessages.notMapped(unmapped.map(({ id }) => id)), {
          warning: true,
          field: 'storeMap',
        }),
  )
}

/** Checks that each mapped store sends its events here, and that we have its secret. */
async function checkWebhooks(context: StepContext<PrintfulStepState>): Promise<StepResult> {
  const { platform, record, signal } = context
  const pairs = parsePrintfulStorePairs(record['storeMap'])
  const address = buildPrintfulWebhookUrl(platform, record.id)
  if (pairs.length === 0) return skipStep(printfulTestMessages.noneMapped)
  if (!address) return reportUnknownStep(printfulTestMessages.noPublicUrl)
  for (const { theirs: storeId } of pairs) {
    const webhook = await fetchPrintfulWebhook(toPrintfulClient(context), storeId, signal)
    await saveWebhook(platform.db, toSaveOptions(context), { storeId, webhook })
  }
  const [storeFault] = await findPrintfulWebhookErrors(platform.db, record, {
    address,
    now: platform.now(),
  })
  return storeFault
    ? failStep(
        'WEBHOOK',
        printfulTestMessages.webhookFault(storeFault.name.slice(0, 40), storeFault.fault),
      )
    : passStep(printfulTestMessages.webhooksPoint(address))
}
