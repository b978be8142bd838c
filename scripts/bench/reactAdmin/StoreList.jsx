// @ts-nocheck: The packages are installed in `.cache`, and only for the bench (build.ts).
import { createRoot } from 'react-dom/client'
import { Admin, DataTable, List, Resource } from 'react-admin'

/** Reads the same call of the platform as the rows of All Stores. */
const dataProvider = {
  async getList() {
    const response = await fetch('/api/stores')
    const { data, page } = await response.json()
    return { data, total: page.total }
  },
}

/** The columns of All Stores. */
const StoreList = () => (
  <List perPage={50} sort={{ field: 'name', order: 'ASC' }}>
    <DataTable>
      <DataTable.Col source="name" />
      <DataTable.Col source="status" />
      <DataTable.NumberCol source="readiness" label="Ready" />
      <DataTable.Col
        source="failingIntegrations"
        label="Integrations"
        render={({ failingIntegrations }) => failingIntegrations.join(', ')}
      />
      <DataTable.NumberCol source="members" />
      <DataTable.NumberCol source="orders30d" label="Orders (30d)" />
      <DataTable.NumberCol source="failedPayments7d" label="Failed (7d)" />
    </DataTable>
  </List>
)

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="stores" list={StoreList} />
  </Admin>,
)
