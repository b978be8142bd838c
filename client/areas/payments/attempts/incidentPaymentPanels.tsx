import '#client/frame/forms.ts'
import { array, integer, string, type } from 'superstruct'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { is } from '#shared/engine/is.ts'
import { jobLink } from '#shared/engine/jobs/jobCalls.ts'
import { loadIncidentPayments, startIncidentJob } from '#shared/areas/payments/incidentPayments.ts'
import type { PaymentTotals } from '#shared/areas/payments/incidentPayments.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelCode, PanelProps } from '#client/list/panels/definePanels.ts'
import { incidentMessages } from './incidentMessages.ts'
import { amountIn } from './words.ts'

type What = 'retries' | 'links'
type Loaded = { incident: AnyRecord; totals: PaymentTotals }

const texts = {
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
  amounts.map(({ amount, currency }) => amountIn(amount, currency)).join(', ')

const Amounts = array(type({ currency: string(), amount: integer() }))

/** Sends the totals that the operator saw; the platform rejects others. */
const start =
  (what: What): Intent =>
  async ({ api, form, key }) => {
    const amounts: unknown = JSON.parse(String(form.get('amounts')))
    if (!is(amounts, Amounts)) throw new Error('The form holds the amounts that it was made with')
    const totals = { payments: Number(form.get('payments')), amounts }
    const job = await startIncidentJob(api, { id: target(form).id, what, totals }, key)
    return { notice: 'job-started', of: jobLink(job, incidents.path) }
  }

/** Asks once, with the number and sum of what follows. */
const confirmPanel = (what: What, intent: string): PanelCode<Loaded> => ({
  Panel: ({ loaded: { incident, totals }, ...props }: PanelProps<Loaded>) => {
    const { title, explain, button } = texts[what]
    const { payments, amounts } = totals
    return (
      <SmallForm
        {...besideList(props)}
        record={incident}
        of={incidents}
        intent={intent}
        title={title}
        sends={{ payments, amounts: JSON.stringify(amounts) }}
        buttons={payments > 0 && <SendButton>{button(payments)}</SendButton>}
      >
        {() => (
          <p>
            {payments > 0 ? explain(payments, formatAmounts(totals)) : incidentMessages.nothingLeft}
          </p>
        )}
      </SmallForm>
    )
  },
  intents: { [intent]: start(what) },
  async load(work) {
    const incident = await openRecord(work)
    const found = await loadIncidentPayments(work.api, incident.id, work.signal)
    return { incident, totals: found[what] }
  },
})

/** What is done about all payments of an incident at once. */
export const panels = {
  retryIncident: confirmPanel('retries', 'retryIncident'),
  linkIncident: confirmPanel('links', 'linkIncident'),
}
