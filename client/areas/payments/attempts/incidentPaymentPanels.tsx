import { array, integer, string, type } from 'superstruct'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { is } from '#shared/engine/is.ts'
import {
  loadIncidentPaymentSummary,
  startIncidentJob,
} from '#shared/areas/payments/incidentPayments.ts'
import type { PaymentTotals } from '#shared/areas/payments/incidentPayments.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { definePanels, loadPanelRecord, toJobLink } from '#client/frame/index.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import { incidentMessages } from './incidentMessages.ts'
import { renderIncidentName } from './renderIncidentName.tsx'
import { formatPaymentAmount } from './messages.ts'

type IncidentPaymentKind = 'retries' | 'links'
type IncidentPaymentsData = { incident: AnyRecord; totals: PaymentTotals }

const incidentPaymentTexts = {
  retries: {
    title: incidentMessages.retryTitle,
    explain: incidentMessages.retryExplain,
    button: incidentMessages.retry,
  },
  links: {
    title: incidentMessages.linkTitle,
    explain: incidentMessages.linkExplain,
    button: incidentMessages.link,
  },
} as const

const formatAmounts = ({ amounts }: PaymentTotals): string =>
  amounts.map(({ amount, currency }) => formatPaymentAmount(amount, currency)).join(', ')

const IncidentAmounts = array(type({ currency: string(), amount: integer() }))

/** Creates an intent that sends the totals the operator saw. The platform rejects outdated ones. */
const createStartIntent =
  (what: IncidentPaymentKind): Intent =>
  async ({ api, form, key }) => {
    const amounts: unknown = JSON.parse(String(form.get('amounts')))
    if (!is(amounts, IncidentAmounts))
      throw new Error('The form holds the amounts that it was made with')
    const totals = { payments: Number(form.get('payments')), amounts }
    const job = await startIncidentJob(api, { id: parseRecordVersion(form).id, what, totals }, key)
    return { notice: 'job-started', of: toJobLink(job, incidents.path) }
  }

/** Creates a panel that confirms the number of payments and their total. */
const createConfirmPanel = (
  what: IncidentPaymentKind,
  intent: string,
): PanelDefinition<IncidentPaymentsData> => ({
  Panel: ({ loaded: { incident, totals }, ...props }: PanelProps<IncidentPaymentsData>) => {
    const { title, explain, button } = incidentPaymentTexts[what]
    const { payments, amounts } = totals
    return (
      <SmallForm
        {...getListFormProps(props)}
        record={incident}
        of={incidents}
        intent={intent}
        title={title}
        sends={{ payments, amounts: JSON.stringify(amounts) }}
        buttons={payments > 0 && <SubmitButton>{button(payments)}</SubmitButton>}
      >
        {() => (
          <>
            {renderIncidentName(incident)}
            <p>
              {payments > 0
                ? explain(payments, formatAmounts(totals))
                : incidentMessages.nothingLeft}
            </p>
          </>
        )}
      </SmallForm>
    )
  },
  intents: { [intent]: createStartIntent(what) },
  async load(context) {
    const incident = await loadPanelRecord(context)
    const incidentPayments = await loadIncidentPaymentSummary(
      context.api,
      incident.id,
      context.signal,
    )
    return { incident, totals: incidentPayments[what] }
  },
})

/** Panels for actions on all payments of an incident. */
export const incidentPaymentPanels = definePanels({
  retryIncident: { ...createConfirmPanel('retries', 'retryIncident'), of: incidents },
  linkIncident: { ...createConfirmPanel('links', 'linkIncident'), of: incidents },
})
