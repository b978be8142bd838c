import type { Api } from '#shared/engine/api.ts'
import { listRecords, loadRecord } from '#shared/engine/recordCalls.ts'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { runaEnvironments } from '#shared/areas/giftCards/environments.ts'
import { giftCardEnvironments } from '#shared/areas/giftCards/messages.ts'
import type { GiftCardEnvironment } from '#shared/areas/giftCards/environments.ts'
import {
  setGiftCardsFrozen,
  loadRunaBalances,
  refreshRunaBalances,
} from '#shared/areas/giftCards/setupCalls.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { Status } from '#client/frame/index.ts'
import { createIntegrationScreen } from '#client/integrations/index.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { FieldFrame } from '#client/ui/inputs/Field.tsx'
import { GiftCardAccount } from './Account.tsx'
import type { GiftCardSetupData } from './setupData.ts'
import { giftCardSetupMessages } from './setupMessages.ts'

/** Returns the environment in the URL; the sandbox by default. */
const parseEnvironment = (search: URLSearchParams): GiftCardEnvironment =>
  search.get('environment') === 'live' ? 'live' : 'sandbox'

const refreshBalance: Intent = async ({ api, resource, form, key }) => {
  const { id } = parseRecordVersion(form)
  await refreshRunaBalances(api, id, key)
  return { notice: 'refreshed', of: toRecordLink(resource, await loadRecord(api, resource, id)) }
}

/** Loads the currencies in which each environment's account lacks funds. */
async function findShortCurrencies(
  api: Api,
  signal: AbortSignal,
): Promise<GiftCardSetupData['shortOf']> {
  const { query } = parseListQuery(giftCardSetup, new URLSearchParams())
  const { records } = await listRecords(api, giftCardSetup, query, signal)
  return Object.fromEntries(
    records.map(({ environment, shortOf }) => [
      String(environment),
      Array.isArray(shortOf) ? shortOf.map(String) : [],
    ]),
  )
}

const getShortageMark = (currencies: readonly string[]) =>
  currencies.length > 0 && { count: giftCardSetupMessages.shortOf(currencies), bad: true }

const createFreezeIntent =
  (frozen: boolean): Intent =>
  async ({ api, resource, form, key }) => {
    const reason = String(form.get('reason') ?? '')
    const impact = String(form.get(impactParam) ?? '')
    const record = await setGiftCardsFrozen(
      api,
      { id: parseRecordVersion(form).id, frozen, reason, reach: impact },
      key,
    )
    return { notice: frozen ? 'frozen' : 'unfrozen', of: toRecordLink(resource, record) }
  }

export const { loader, action, Component } = createIntegrationScreen<GiftCardSetupData>({
  resource: giftCardSetup,
  title: () => giftCardSetupMessages.title,
  async find({ api, resource, search, signal }) {
    const environmentFilter = new URLSearchParams({
      'filter[environment][eq]': parseEnvironment(search),
    })
    const { query } = parseListQuery(resource, environmentFilter)
    const { records } = await listRecords(api, resource, query, signal)
    return records[0] ?? null
  },
  async load({ api, search, signal }, record) {
    const [balances, shortOf] = await Promise.all([
      record ? loadRunaBalances(api, record.id, signal) : null,
      findShortCurrencies(api, signal),
    ])
    return { environment: parseEnvironment(search), balances, shortOf }
  },
  facts: ({ record, more: { environment: side } }) => [
    ...(record?.['frozen'] === true
      ? [
          {
            name: giftCardSetupMessages.frozen,
            value: <Status tone="bad">{String(record['frozenReason'])}</Status>,
          },
        ]
      : []),
    { name: giftCardSetupMessages.address, value: `${runaEnvironments[side].host}.runa.io` },
  ],
  sides: ({ more: { environment: side, shortOf } }) => ({
    label: giftCardSetupMessages.sides,
    tabs: Object.entries(giftCardEnvironments).map(([name, title]) => ({
      title,
      to: `${giftCardSetup.path}?environment=${name}`,
      current: name === side,
      ...getShortageMark(shortOf[name] ?? []),
    })),
  }),
  own: ({ more: { environment: side } }) => ({
    environment: (input) => (
      <FieldFrame
        id={input.id}
        label={giftCardSetup.fields.environment.label}
        hint={giftCardSetup.fields.environment.hint}
        error={input.error}
      >
        <output id={input.id}>{giftCardEnvironments[side]}</output>
        <input type="hidden" name={input.name} value={side} />
      </FieldFrame>
    ),
  }),
  below: (props) => props.record && <GiftCardAccount {...props} record={props.record} />,
  intents: {
    refresh: refreshBalance,
    freeze: createFreezeIntent(true),
    unfreeze: createFreezeIntent(false),
  },
})
