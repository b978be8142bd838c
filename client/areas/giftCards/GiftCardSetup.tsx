import '#client/frame/integrations.ts'
import type { Api } from '#shared/engine/api.ts'
import { listRecords, readRecord } from '#shared/engine/recordCalls.ts'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { runaSides } from '#shared/areas/giftCards/environments.ts'
import { giftCardEnvironments } from '#shared/areas/giftCards/messages.ts'
import type { GiftCardEnvironment } from '#shared/areas/giftCards/environments.ts'
import {
  freezeGiftCards,
  readBalances,
  refreshBalances,
} from '#shared/areas/giftCards/setupCalls.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { setupScreen } from '#client/integrations/setupScreen.tsx'
import { FieldFrame } from '#client/ui/inputs/Field.tsx'
import { Status } from '#client/ui/Status.tsx'
import { Account } from './Account.tsx'
import type { More } from './more.ts'
import { giftCardWords as say } from './words.ts'

/** The side that the address names; the sandbox unless told. */
const sideIn = (search: URLSearchParams): GiftCardEnvironment =>
  search.get('environment') === 'live' ? 'live' : 'sandbox'

const refresh: Intent = async ({ api, resource, form, key }) => {
  const { id } = target(form)
  await refreshBalances(api, id, key)
  return { notice: 'refreshed', of: recordLink(resource, await readRecord(api, resource, id)) }
}

/** The currencies that the account of each environment lacks funds in. */
async function findShortCurrencies(api: Api, signal: AbortSignal): Promise<More['shortOf']> {
  const { query } = parseListQuery(giftCardSetup, new URLSearchParams())
  const { records } = await listRecords(api, giftCardSetup, query, signal)
  return Object.fromEntries(
    records.map(({ environment, shortOf }) => [
      String(environment),
      Array.isArray(shortOf) ? shortOf.map(String) : [],
    ]),
  )
}

const markShort = (currencies: readonly string[]) =>
  currencies.length > 0 && { count: say.shortOf(currencies), bad: true }

const turn =
  (frozen: boolean): Intent =>
  async ({ api, resource, form, key }) => {
    const reason = String(form.get('reason') ?? '')
    const reach = String(form.get(reachParam) ?? '')
    const record = await freezeGiftCards(api, { id: target(form).id, frozen, reason, reach }, key)
    return { notice: frozen ? 'frozen' : 'unfrozen', of: recordLink(resource, record) }
  }

export const { loader, action, Component } = setupScreen<More>({
  resource: giftCardSetup,
  title: () => say.title,
  async find({ api, resource, search, signal }) {
    const asked = new URLSearchParams({ 'filter[environment][eq]': sideIn(search) })
    const { query } = parseListQuery(resource, asked)
    const { records } = await listRecords(api, resource, query, signal)
    return records[0] ?? null
  },
  async load({ api, search, signal }, record) {
    const [balances, shortOf] = await Promise.all([
      record ? readBalances(api, record.id, signal) : null,
      findShortCurrencies(api, signal),
    ])
    return { side: sideIn(search), balances, shortOf }
  },
  facts: ({ record, more: { side } }) => [
    ...(record?.['frozen'] === true
      ? [{ name: say.frozen, value: <Status tone="bad">{String(record['frozenReason'])}</Status> }]
      : []),
    { name: say.address, value: `${runaSides[side].host}.runa.io` },
  ],
  sides: ({ more: { side, shortOf } }) => ({
    label: say.sides,
    tabs: Object.entries(giftCardEnvironments).map(([name, title]) => ({
      title,
      to: `${giftCardSetup.path}?environment=${name}`,
      current: name === side,
      ...markShort(shortOf[name] ?? []),
    })),
  }),
  own: ({ more: { side } }) => ({
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
  below: (props) => props.record && <Account {...props} record={props.record} />,
  intents: { refresh, freeze: turn(true), unfreeze: turn(false) },
})
