import '#client/frame/forms.ts'
import { Form, useLocation } from 'react-router'
import { beginParam } from '#shared/engine/list/beginParam.ts'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import { retriedAttempts, retryManyFields } from '#shared/areas/payments/retriedAttempts.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { ReachQuestion, reachButton } from '#client/form/ReachQuestion.tsx'
import { SendButton } from '#client/form/SmallForm.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { attemptsWords as say } from './words.ts'
import * as styles from '#client/form/Panel.css.ts'

/** Charges every order of a reason again, once it was told what that charges. */
export function RetryManyPanel({ view, data, refused }: PanelProps) {
  const { pathname, search } = useLocation()
  const answer = refused?.intent === 'retryMany' ? refused : undefined
  const begun = new URLSearchParams(search).get(beginParam('reason'))
  const close = listAddress(retriedAttempts, withPanel(view, null))
  return (
    <Panel title={say.retryMany} close={close}>
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
          <p>{say.manyExplain}</p>
          <AskedInput
            id="retry-reason"
            name="reason"
            field={retryManyFields.reason}
            answer={answer}
            begins={begun}
          />
        </div>
        <FormFooter
          leave={close}
          question={answer?.reach && <ReachQuestion reach={answer.reach} words={say.charges} />}
        >
          <SendButton>
            {answer?.reach ? reachButton(answer.reach, say.charges) : say.manyNext}
          </SendButton>
        </FormFooter>
      </Form>
    </Panel>
  )
}
