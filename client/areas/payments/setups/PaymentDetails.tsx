import { loadRecord } from '#shared/engine/recordCalls.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  rotatePaymentCredentials,
  listRetiredPaymentCredentials,
  rotationFields,
} from '#shared/areas/payments/rotation.ts'
import {
  replayPaymentEvent,
  switchPaymentMode,
  loadPaymentWebhookEvents,
} from '#shared/areas/payments/setupCalls.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { paymentSectionTitles } from '#shared/areas/payments/setupMessages.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { createIntegrationScreen, getSetupName } from '#client/integrations/index.ts'
import { resolveOrFailure } from '#client/runtime/failures.ts'
import { buildStoreListPanelUrl } from '#client/form/storeListUrl.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { setupMessages } from '#client/integrations/messages.ts'
import type { SetupTab } from '#client/integrations/useSetupTabs.ts'
import { ChangeHistoryLink, PaymentHealth } from './Health.tsx'
import { renderPaymentMode, formatSuccessRate } from './setupCells.tsx'
import type { PaymentSetupData } from './setupCells.tsx'
import { CredentialRotation } from './CredentialRotation.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { PaymentWebhooks } from './PaymentWebhooks.tsx'
import { paymentSetupsMessages } from './messages.ts'

const paymentSetupIntents: Intents = {
  async switch({ api, resource, form, key }) {
    const mode = form.get('mode') === 'live' ? 'live' : 'test'
    const name = String(form.get('name') ?? '')
    const impact = String(form.get(impactParam) ?? '')
    const record = await switchPaymentMode(
      api,
      { id: parseRecordVersion(form).id, mode, name, reach: impact },
      key,
    )
    return { notice: 'saved', of: toRecordLink(resource, record) }
  },
  async rotate({ api, resource, form, key }) {
    const { id } = parseRecordVersion(form)
    const values = await parseValidForm(api, rotationFields, form)
    const record = await rotatePaymentCredentials(api, { ...values, id }, key)
    return { notice: 'saved', of: toRecordLink(resource, record) }
  },
  async replay({ api, resource, form, key }) {
    const { id } = parseRecordVersion(form)
    await replayPaymentEvent(api, { id, event: Number(form.get('event')) }, key)
    return { notice: 'saved', of: toRecordLink(resource, await loadRecord(api, resource, id)) }
  },
}

const getTabFields = (...shown: string[]) =>
  (paymentSetups.form.sections ?? [])
    .filter(({ title = '' }) => shown.includes(title))
    .flatMap(({ fields }) => [...fields])

const tabTitles = paymentSetupsMessages.tabs
const setupTabs: readonly SetupTab<PaymentSetupData>[] = [
  {
    name: 'general',
    title: tabTitles.general,
    fields: getTabFields(
      paymentSectionTitles.general,
      paymentSectionTitles.adyen,
      paymentSectionTitles.braintree,
      paymentSectionTitles.manual,
    ),
  },
  {
    name: 'credentials',
    title: tabTitles.credentials,
    fields: getTabFields(paymentSectionTitles.test, paymentSectionTitles.live),
  },
  { name: 'methods', title: tabTitles.methods, fields: getTabFields(paymentSectionTitles.methods) },
  { name: 'capture', title: tabTitles.capture, fields: getTabFields(paymentSectionTitles.capture) },
  { name: 'retries', title: tabTitles.retries, fields: getTabFields(paymentSectionTitles.retries) },
  { name: 'stores', title: tabTitles.stores, fields: getTabFields(paymentSectionTitles.stores) },
  { name: 'webhooks', title: tabTitles.webhooks, show: (props) => <PaymentWebhooks {...props} /> },
  { name: 'health', title: tabTitles.health, show: (props) => <PaymentHealth {...props} /> },
  { name: 'audit', title: tabTitles.audit, show: (props) => <ChangeHistoryLink {...props} /> },
]

const getSetupFacts = (setup: AnyRecord) =>
  [
    [paymentSetupsMessages.provider, gateways[setup['provider'] as Gateway]],
    [paymentSetupsMessages.mode, renderPaymentMode(setup)],
    [paymentSetupsMessages.stores, String(setup['stores'])],
    [paymentSetupsMessages.success, formatSuccessRate(setup)],
  ] as const

/**
 * One payment setup: its settings in tabs, its test, its webhooks, and its success rate
 * (screens.md, Payment setup).
 */
export const { loader, action, Component } = createIntegrationScreen<PaymentSetupData>({
  resource: paymentSetups,
  title: ({ resource, record }) => getSetupName(resource, record),
  find: ({ api, resource, params, signal }) =>
    loadRecord(api, resource, Number(params['id']), signal),
  async load({ api, search, signal }, record) {
    const tab = search.get('tab')
    if (record && tab === 'webhooks')
      return {
        webhook: await resolveOrFailure(
          loadPaymentWebhookEvents(api, record.id, signal),
          paymentSetupsMessages.tabs.webhooks,
        ),
      }
    if (record && tab === 'credentials')
      return {
        rotated: await resolveOrFailure(
          listRetiredPaymentCredentials(api, record.id, signal),
          paymentSetupsMessages.tabs.credentials,
        ),
      }
    return null
  },
  facts: ({ record }) =>
    record
      ? getSetupFacts(record).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
      : [],
  tabs: setupTabs,
  further: (record, address) =>
    record['stores'] === 0
      ? {
          explain: setupMessages.assignExplain,
          label: setupMessages.assign,
          to: buildStoreListPanelUrl(address, record.id, { assign: '1' }),
        }
      : null,
  below: (props) =>
    props.record && (
      <>
        <ModeSwitch {...props} record={props.record} />
        <CredentialRotation {...props} record={props.record} />
      </>
    ),
  intents: paymentSetupIntents,
  home: paymentSetups.path,
})
