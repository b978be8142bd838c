import '#client/frame/forms.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { retryCard, showCard } from '#shared/areas/giftCards/templateCalls.ts'
import type { CardLink } from '#shared/areas/giftCards/templateCalls.ts'
import { jobLink } from '#shared/engine/jobs/jobCalls.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { CopyText } from '#client/ui/texts/CopyText.tsx'
import { useAnswer } from '#client/runtime/useAnswer.ts'
import { templateWords as say } from './templateWords.ts'

const again: Intent = async ({ api, form, key }) => {
  const job = await retryCard(api, target(form).id, key)
  return { notice: 'job-started', of: jobLink(job, giftCards.path) }
}

type Shown = { intent: 'show'; card: CardLink }

const show: Intent<Shown> = async ({ api, form, key }) => ({
  shown: { intent: 'show', card: await showCard(api, target(form).id, key) },
})

const told = ['sentAt', 'amount', 'status', 'templateId', 'productId', 'storeId', 'problem']

const AgainPanel = ({ loaded, ...props }: PanelProps<AnyRecord>) => (
  <SmallForm
    {...besideList(props)}
    record={loaded}
    intent="again"
    title={say.againTitle}
    buttons={<SendButton>{say.again}</SendButton>}
  >
    {() => (
      <>
        <RecordFacts resource={giftCards} record={loaded} names={told} />
        <p>{say.againExplain}</p>
      </>
    )}
  </SmallForm>
)

function ShowPanel({ loaded, ...props }: PanelProps<AnyRecord>) {
  const shown = useAnswer<Partial<Shown>>()?.card
  return (
    <SmallForm
      {...besideList(props)}
      record={loaded}
      intent="show"
      title={say.showTitle}
      buttons={!shown && <SendButton>{say.show}</SendButton>}
    >
      {() => (
        <>
          <RecordFacts resource={giftCards} record={loaded} names={told} />
          {shown ? (
            <>
              <CopyText what={say.code} text={shown.code} />
              {shown.url !== null && <CopyText what={say.link} text={shown.url} />}
            </>
          ) : (
            <p>{say.showExplain}</p>
          )}
        </>
      )}
    </SmallForm>
  )
}

export const panels = {
  again: { Panel: AgainPanel, intents: { again }, load: openRecord },
  show: { Panel: ShowPanel, intents: { show }, load: openRecord },
}
