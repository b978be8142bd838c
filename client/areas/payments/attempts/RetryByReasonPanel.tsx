import { Form, useLocation } from 'react-router'
import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { retryableAttempts, retryByReasonFields } from '#shared/areas/payments/retryableAttempts.ts'
import { FormField } from '#client/frame/index.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { ImpactConfirmation, formatImpactButton } from '#client/form/ImpactConfirmation.tsx'
import { SubmitButton } from '#client/form/SmallForm.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { paymentAttemptsMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

/** Retries every order with the same failure reason, once the total is confirmed. */
export function RetryByReasonPanel({ view, data, refused }: PanelProps) {
  const { pathname, search } = useLocation()
  const answer = refused?.intent === 'retryMany' ? refused : undefined
  const initialReason = new URLSearchParams(search).get(prefillParam('reason'))
  const close = buildListUrl(retryableAttempts, withPanel(view, null))
  return (
    <Panel title={paymentAttemptsMessages.retryMany} close={close}>
      <Form
        method="post"
        action={pathname + search}
        className={styles.form}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="intent" value="retryMany" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <div className={styles.body}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          <p>{paymentAttemptsMessages.manyExplain}</p>
          <FormField
            id="retry-reason"
            name="reason"
            field={retryByReasonFields.reason}
            answer={answer}
            initialValue={initialReason}
          />
        </div>
        <FormFooter
          cancelUrl={close}
          question={
            answer?.impact && (
              <ImpactConfirmation reach={answer.impact} words={paymentAttemptsMessages.charges} />
            )
          }
        >
          <SubmitButton>
            {answer?.impact
              ? formatImpactButton(answer.impact, paymentAttemptsMessages.charges)
              : paymentAttemptsMessages.manyNext}
          </SubmitButton>
        </FormFooter>
      </Form>
    </Panel>
  )
}
