import { Form, useLocation, useNavigation } from 'react-router'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { rotationFields } from '#shared/paymentSetups/rotation.ts'
import { isPageFailure } from '#client/failures.ts'
import { FieldInput } from '#client/form/FieldInput.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { Button } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import type { Told } from './look.tsx'
import { paymentWords as say } from './words.ts'

const states: unknown[] = ['active', 'degraded']

/** New credentials take the place of those that count, without a moment in which no payments are taken. */
export function Rotation({
  record,
  resource,
  refused,
  writeKey,
  more,
}: SetupProps<Told> & { record: AnyRecord }) {
  const { pathname, search } = useLocation()
  const sending = useNavigation().formData?.get('intent') === 'rotate'
  const isHere = new URLSearchParams(search).get('tab') === 'credentials'
  const isOnline = record['provider'] !== 'manual' && states.includes(record['state'])
  if (!isHere || !isOnline || !resource.writes.includes('change')) return null
  const answer = refused?.intent === 'rotate' ? refused : undefined
  const rotated = more?.rotated
  return (
    <section className={setup.card} aria-labelledby="rotate-title" id="rotate">
      <div className={setup.head}>
        <h2 id="rotate-title" className={setup.heading}>
          {say.rotateTitle}
        </h2>
      </div>
      <Form method="post" action={pathname + search} preventScrollReset noValidate>
        <div className={setup.inset}>
          <input type="hidden" name="intent" value="rotate" />
          <input type="hidden" name="id" value={record.id} />
          <input type="hidden" name="writeKey" value={`${writeKey}-rotate`} />
          <p>{say.rotateExplain}</p>
          {answer?.failure && <FailureText failure={answer.failure} />}
          {isPageFailure(rotated) && <FailureText failure={rotated} />}
          {Object.entries(rotationFields).map(([name, field]) => (
            <FieldInput
              key={name}
              id={`rotate-${name}`}
              name={name}
              field={field}
              value={answer?.values[name] ?? field.initial}
              error={answer?.errors[name]}
            />
          ))}
          <div className={setup.actions}>
            <Button type="submit" color="white" loading={sending}>
              {say.rotate}
            </Button>
          </div>
          {Array.isArray(rotated) &&
            rotated.map(({ mode, endsAt }) => (
              <p key={endsAt} className={setup.soft}>
                {say.stillCounts[mode]} <Instant at={endsAt} />
              </p>
            ))}
        </div>
      </Form>
    </section>
  )
}
