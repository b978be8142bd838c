import { Form, useLocation, useNavigation } from 'react-router'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { text } from '#shared/engine/fields.ts'
import { FieldInput } from '#client/form/FieldInput.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { ReachQuestion, reachButton } from '#client/form/ReachQuestion.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { Button } from '#client/ui/Button.tsx'
import type { Told } from './look.tsx'
import { paymentWords as say } from './words.ts'

/** Test or live: whoever switches types the name, and confirms the stores that it changes. */
export function SwitchMode({
  record,
  resource,
  refused,
  writeKey,
}: SetupProps<Told> & { record: AnyRecord }) {
  const { pathname, search } = useLocation()
  const sending = useNavigation().formData?.get('intent') === 'switch'
  const isGeneral = ['', 'general'].includes(new URLSearchParams(search).get('tab') ?? '')
  if (!resource.writes.includes('change') || !isGeneral) return null
  const answer = refused?.intent === 'switch' ? refused : undefined
  const to = record['mode'] === 'live' ? 'test' : 'live'
  const name = labelOf(resource, record)
  const hidden = {
    intent: 'switch',
    id: record.id,
    mode: to,
    writeKey: `${writeKey}-switch${answer?.reach ? '-sure' : ''}`,
  }
  return (
    <section className={setup.card} aria-labelledby="switch-title" id="switch">
      <div className={setup.head}>
        <h2 id="switch-title" className={setup.heading}>
          {say.switchTitle}
        </h2>
      </div>
      <Form method="post" action={pathname + search} preventScrollReset noValidate>
        <div className={setup.inset}>
          {Object.entries(hidden).map(([input, value]) => (
            <input key={input} type="hidden" name={input} value={value} />
          ))}
          <p>{say.switchExplain[to]}</p>
          <p className={setup.soft}>{say.switchDraft}</p>
          {answer?.failure && !answer.reach && <FailureText failure={answer.failure} />}
          <FieldInput
            id="switch-name"
            name="name"
            field={text(say.typeName(name), { max: 60 })}
            value={answer?.values['name'] ?? ''}
            error={answer?.errors['name']}
          />
          {answer?.reach && <ReachQuestion reach={answer.reach} />}
          <div className={setup.actions}>
            <Button type="submit" color={to === 'live' ? 'error' : 'white'} loading={sending}>
              {answer?.reach ? reachButton(answer.reach) : say.switchTo[to]}
            </Button>
          </div>
        </div>
      </Form>
    </section>
  )
}
