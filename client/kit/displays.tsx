import { Badge } from '../ui/Badge.tsx'
import * as badge from '../ui/Badge.css.ts'
import { Button } from '../ui/Button.tsx'
import { BarChart } from '../ui/charts/BarChart.tsx'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { Progress } from '../ui/Progress.tsx'
import { WindowHeightScrollArea } from '../ui/WindowHeightScrollArea.tsx'
import { StateMessage } from '../ui/StateMessage.tsx'
import { Status } from '../ui/Status.tsx'
import * as status from '../ui/Status.css.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { getKeys } from './samples.ts'
import type { KitSection } from './samples.ts'

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']
const issued = { name: 'Issued', values: [4, 9, 6, 12, 8] }
const redeemed = { name: 'Redeemed', values: [2, 5, 7, 6, 9] }
const expired = { name: 'Expired', values: [1, 0, 2, 1, 3] }

export const displaySections: readonly KitSection[] = [
  {
    title: 'Badge',
    samples: getKeys(badge.tone).map((tone) => ({
      name: `Badge ${tone}`,
      element: <Badge tone={tone}>{tone}</Badge>,
    })),
  },
  {
    title: 'Status',
    samples: getKeys(status.tone).map((tone) => ({
      name: `Status ${tone}`,
      element: <Status tone={tone}>{tone}</Status>,
    })),
  },
  {
    title: 'Progress',
    samples: [0, 62, 100].map((percent) => ({
      name: `Progress ${percent}`,
      element: <Progress label={`${percent}% ready`} percent={percent} />,
    })),
  },
  {
    title: 'Tabs',
    layout: 'stack',
    samples: [
      {
        name: 'Tabs',
        element: (
          <Tabs
            label="Kit tabs"
            tabs={[
              { title: 'Current tab', to: '/kit' },
              { title: 'Other tab', to: '/dashboard' },
            ]}
          />
        ),
      },
    ],
  },
  {
    title: 'Empty, failed, loading',
    layout: 'grid',
    samples: [
      {
        name: 'State message, empty',
        element: (
          <StateMessage title="Nothing here yet" actions={<Button>Create one</Button>}>
            Records that you create appear here.
          </StateMessage>
        ),
      },
      {
        name: 'State message, failed',
        element: (
          <StateMessage
            title="We couldn't load this"
            role="alert"
            actions={<Button color="white">Try again</Button>}
          >
            No response from the platform.
          </StateMessage>
        ),
      },
    ],
  },
  {
    title: 'Chart',
    layout: 'wide',
    samples: [
      {
        name: 'Chart with three lines',
        element: (
          <LineChart title="Three lines" labels={days} series={[issued, redeemed, expired]} />
        ),
      },
      {
        name: 'Chart with bars',
        element: (
          <BarChart
            title="Bars"
            labels={['Expired card', 'Insufficient funds', 'Fraud block', 'Other']}
            series={[{ name: 'Failed', values: [12, 31, 5, 0] }]}
          />
        ),
      },
      {
        name: 'Chart with no data',
        element: (
          <LineChart title="No data" labels={[]} series={[{ name: 'Orders', values: [] }]} />
        ),
      },
    ],
  },
  {
    title: 'Scroll area',
    layout: 'stack',
    samples: [
      {
        name: 'Scroll area',
        element: (
          <WindowHeightScrollArea label="Scrollable">
            {Array.from({ length: 40 }, (_, index) => (
              <p key={index}>Line {index + 1}</p>
            ))}
          </WindowHeightScrollArea>
        ),
      },
    ],
  },
]
