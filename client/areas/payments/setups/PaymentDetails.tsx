import '#client/frame/integrations.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { rotateCredentials, rotatedOf, rotationFields } from '#shared/areas/payments/rotation.ts'
import { replayEvent, switchMode, webhookOf } from '#shared/areas/payments/setupCalls.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'
import type { Gateway } from '#shared/areas/payments/attempts.ts'
import { paymentSectionTitles } from '#shared/areas/payments/setupMessages.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { orFailure } from '#client/runtime/failures.ts'
import { buildStoreListUrl } from '#client/list/storeLists/storeListAddress.ts'
import type { Intents } from '#client/form/answerForm.ts'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { setupMessages } from '#client/integrations/messages.ts'
import { nameOf, setupScreen } from '#client/integrations/setupScreen.tsx'
import type { SetupTab } from '#client/integrations/setupTabs.ts'
import { Audit, Health } from './Health.tsx'
import { modeOf, successOf } from './look.tsx'
import type { Told } from './look.tsx'
import { Rotation } from './Rotation.tsx'
import { SwitchMode } from './SwitchMode.tsx'
import { Webhooks } from './Webhooks.tsx'
import { paymentWords as say } from './words.ts'

const intents: Intents = {
  async switch({ api, resource, form, key }) {
    const mode = form.get('mode') === 'live' ? 'live' : 'test'
    const name = String(form.get('name') ?? '')
    const reach = String(form.get(reachParam) ?? '')
    const record = await switchMode(api, { id: target(form).id, mode, name, reach }, key)
    return { notice: 'saved', of: recordLink(resource, record) }
  },
  async rotate({ api, resource, form, key }) {
    const { id } = target(form)
    const values = await writtenIn(api, rotationFields, form)
    const record = await rotateCredentials(api, { ...values, id }, key)
    return { notice: 'saved', of: recordLink(resource, record) }
  },
  async replay({ api, resource, form, key }) {
    const { id } = target(form)
    await replayEvent(api, { id, event: Number(form.get('event')) }, key)
    return { notice: 'saved', of: recordLink(resource, await readRecord(api, resource, id)) }
  },
}

const fieldsOf = (...shown: string[]) =>
  (paymentSetups.sections ?? [])
    .filter(({ title = '' }) => shown.includes(title))
    .flatMap(({ fields }) => [...fields])

const title = say.tabs
const titles = paymentSectionTitles
const tabs: readonly SetupTab<Told>[] = [
  {
    name: 'general',
    title: title.general,
    fields: fieldsOf(titles.general, titles.adyen, titles.manual),
  },
  {
    name: 'credentials',
    title: title.credentials,
    fields: fieldsOf(titles.test, titles.live),
  },
  { name: 'methods', title: title.methods, fields: fieldsOf(titles.methods) },
  { name: 'capture', title: title.capture, fields: fieldsOf(titles.capture) },
  { name: 'retries', title: title.retries, fields: fieldsOf(titles.retries) },
  { name: 'stores', title: title.stores, fields: fieldsOf(titles.stores) },
  { name: 'webhooks', title: title.webhooks, show: (props) => <Webhooks {...props} /> },
  { name: 'health', title: title.health, show: (props) => <Health {...props} /> },
  { name: 'audit', title: title.audit, show: (props) => <Audit {...props} /> },
]

const factsOf = (setup: AnyRecord) =>
  [
    [say.provider, gateways[setup['provider'] as Gateway]],
    [say.mode, modeOf(setup)],
    [say.stores, String(setup['stores'])],
    [say.success, successOf(setup)],
  ] as const

/** One payment setup: its settings by tabs, its test, its webhooks and how it fares (screens.md, Payment setup). */
export const { loader, action, Component } = setupScreen<Told>({
  resource: paymentSetups,
  title: ({ resource, record }) => nameOf(resource, record),
  find: ({ api, resource, params, signal }) =>
    readRecord(api, resource, Number(params['id']), signal),
  async load({ api, search, signal }, record) {
    const tab = search.get('tab')
    if (record && tab === 'webhooks')
      return { webhook: await orFailure(webhookOf(api, record.id, signal), say.tabs.webhooks) }
    if (record && tab === 'credentials')
      return { rotated: await orFailure(rotatedOf(api, record.id, signal), say.tabs.credentials) }
    return null
  },
  facts: ({ record }) =>
    record
      ? factsOf(record).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
      : [],
  tabs,
  further: (record, address) =>
    record['stores'] === 0
      ? {
          explain: setupMessages.assignExplain,
          label: setupMessages.assign,
          to: buildStoreListUrl(address, record.id, { assign: '1' }),
        }
      : null,
  below: (props) =>
    props.record && (
      <>
        <SwitchMode {...props} record={props.record} />
        <Rotation {...props} record={props.record} />
      </>
    ),
  intents,
  home: paymentSetups.path,
})
