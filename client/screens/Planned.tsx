import '../signedIn.ts'
import { useMatches, useParams } from 'react-router'
import { currentRoute } from '../pageTitle.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Link } from '../ui/Link.tsx'
import { StateMessage } from '../ui/StateMessage.tsx'

const plannedMessages = {
  title: 'Not built yet',
  text: (title: string) => `${title} is not part of this version of the console.`,
  back: 'Back to the store',
}

/** A route of the product whose screen is not built: it says so plainly, and leads back to the store whose it is. */
export function Component() {
  const route = currentRoute(useMatches())
  const { storeId } = useParams()
  return (
    <>
      <PageHeader />
      <StateMessage
        title={plannedMessages.title}
        actions={storeId && <Link to={`/stores/${storeId}`}>{plannedMessages.back}</Link>}
      >
        {plannedMessages.text(route?.title ?? '')}
      </StateMessage>
    </>
  )
}
