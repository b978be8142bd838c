import { useLocation } from 'react-router'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { text } from '#shared/engine/fields/fields.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { SectionForm } from '#client/integrations/SectionForm.tsx'
import { Section } from '#client/ui/Section.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import type { Told } from './look.tsx'
import { paymentWords as say } from './words.ts'

/** Test or live: whoever switches types the name, and confirms the stores that it changes. */
export function SwitchMode(props: SetupProps<Told> & { record: AnyRecord }) {
  const { record, resource, refused, writeKey } = props
  const { search } = useLocation()
  const isGeneral = ['', 'general'].includes(new URLSearchParams(search).get('tab') ?? '')
  if (!resource.writes.includes('change') || !isGeneral) return null
  const to = record['mode'] === 'live' ? 'test' : 'live'
  return (
    <Section id="switch" title={say.switchTitle}>
      <SectionForm {...{ record, refused, writeKey }} intent="switch" button={say.switchTo[to]} may>
        {(answer) => (
          <>
            <input type="hidden" name="mode" value={to} />
            <p>{say.switchExplain[to]}</p>
            <p className={setup.soft}>{say.switchDraft}</p>
            <AskedInput
              id="switch-name"
              name="name"
              field={text(say.typeName(labelOf(resource, record)), { max: 60 })}
              answer={answer}
            />
          </>
        )}
      </SectionForm>
    </Section>
  )
}
