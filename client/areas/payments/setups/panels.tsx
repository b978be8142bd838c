import '#client/frame/integrations.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { duplicateSetup } from '#shared/areas/payments/setupCalls.ts'
import type { Work } from '#client/form/answerForm.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { panelFurther } from '#client/integrations/setupFurther.tsx'
import { addSetupSteps, testInPanel } from '#client/integrations/setupSteps.ts'
import { fixPanel } from '#client/integrations/fix/StoreFix.tsx'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { begunWith } from '#client/form/begun.ts'
import type { Begun } from '#client/form/begun.ts'
import { testPanel } from '#client/integrations/tests/testPanel.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { paymentWords as say } from './words.ts'

function DuplicatePanel({ loaded: setup, ...props }: PanelProps<AnyRecord>) {
  const { resource } = props
  const field = resource.fields['name']
  return (
    <SmallForm
      {...besideList(props)}
      record={setup}
      intent="duplicate"
      title={say.duplicateTitle}
      buttons={<SendButton>{say.makeCopy}</SendButton>}
    >
      {(answer) => (
        <>
          <p>{say.duplicateExplain}</p>
          {field && (
            <AskedInput
              id="duplicate-name"
              name="name"
              field={field}
              answer={answer}
              begins={say.copyOf(labelOf(resource, setup).slice(0, 55))}
            />
          )}
        </>
      )}
    </SmallForm>
  )
}

export const panels = {
  create: fixPanel<Begun>({
    Panel: ({ bar, loaded, ...props }) => (
      <RecordPanel
        {...props}
        loaded={null}
        begun={loaded}
        further={panelFurther({ refused: props.refused })}
      >
        {bar}
      </RecordPanel>
    ),
    intents: addSetupSteps({ create: recordIntents.create }, { testAt: testInPanel }),
    load: ({ api, resource: { fields }, params, signal }) =>
      begunWith({ api, fields, params, signal }),
  }),
  test: testPanel(),
  duplicate: {
    Panel: DuplicatePanel,
    intents: {
      async duplicate({ api, resource, form, key }: Work) {
        const name = String(form.get('name') ?? '').trim()
        const made = await duplicateSetup(api, { id: target(form).id, name }, key)
        return { notice: 'created', of: recordLink(resource, made) } as const
      },
    },
    load: openRecord,
  },
}
