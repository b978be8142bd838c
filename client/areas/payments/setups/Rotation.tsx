import { useLocation } from 'react-router'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { rotationFields } from '#shared/areas/payments/rotation.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { isPageFailure } from '#client/runtime/failures.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { SectionForm } from '#client/integrations/SectionForm.tsx'
import { Section } from '#client/ui/Section.tsx'
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
  const may = useMay()(resource, 'secrets')
  const isHere = new URLSearchParams(search).get('tab') === 'credentials'
  const isOnline = record['provider'] !== 'manual' && states.includes(record['state'])
  if (!isHere || !isOnline || !resource.writes.includes('change')) return null
  const rotated = more?.rotated
  const asked = Object.entries(rotationFields).filter(
    ([name]) => name !== 'keyExpiresOn' || record['mode'] === 'live',
  )
  return (
    <Section id="rotate" title={say.rotateTitle}>
      <SectionForm {...{ record, refused, writeKey, may }} intent="rotate" button={say.rotate}>
        {(answer) => (
          <>
            <p>{say.rotateExplain}</p>
            {!may && <p>{messages.forbidden.call(`${resource.permission}:secrets`)}</p>}
            {isPageFailure(rotated) && <FailureText failure={rotated} />}
            {Array.isArray(rotated) &&
              rotated.map(({ mode, endsAt }) => (
                <p key={endsAt} className={setup.soft}>
                  <Instant at={endsAt} say={say.stillCounts[mode]} />
                </p>
              ))}
            {asked.map(([name, field]) => (
              <AskedInput
                key={name}
                id={`rotate-${name}`}
                name={name}
                field={field}
                answer={answer}
                begins={field.initial}
              />
            ))}
          </>
        )}
      </SectionForm>
    </Section>
  )
}
