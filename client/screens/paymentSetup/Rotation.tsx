import { useLocation } from 'react-router'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { rotationFields } from '#shared/paymentSetups/rotation.ts'
import { isPageFailure } from '#client/failures.ts'
import { FieldInput } from '#client/form/FieldInput.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Section, SectionForm } from '#client/integrations/Section.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { Instant } from '#client/ui/Instant.tsx'
import type { Told } from './look.tsx'
import { paymentWords as say } from './words.ts'

const states: unknown[] = ['active', 'degraded']

/** New credentials take the place of those that count, without a moment in which no payments are taken. */
export function Rotation(props: SetupProps<Told> & { record: AnyRecord }) {
  const { record, resource, refused, writeKey, more } = props
  const { search } = useLocation()
  const isHere = new URLSearchParams(search).get('tab') === 'credentials'
  const isOnline = record['provider'] !== 'manual' && states.includes(record['state'])
  if (!isHere || !isOnline || !resource.writes.includes('change')) return null
  const rotated = more?.rotated
  return (
    <Section id="rotate" title={say.rotateTitle}>
      <SectionForm {...{ record, refused, writeKey }} intent="rotate" button={say.rotate} may>
        {(answer) => (
          <>
            <p>{say.rotateExplain}</p>
            {isPageFailure(rotated) && <FailureText failure={rotated} />}
            {Array.isArray(rotated) &&
              rotated.map(({ mode, endsAt }) => (
                <p key={endsAt} className={setup.soft}>
                  {say.stillCounts[mode]} <Instant at={endsAt} />
                </p>
              ))}
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
          </>
        )}
      </SectionForm>
    </Section>
  )
}
