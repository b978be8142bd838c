import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { ensureDatabase, startCluster } from './scale/cluster.ts'
import { measureScale } from './scale/measureScale.ts'
import { baselineShare, getScaleSize } from './scale/scaleSize.ts'
import { seedScale } from './scale/seedScale.ts'
import type { Row } from './table.ts'

/** Options of this part: `--scale`, and `--folder` for the cluster's data. */
export type ScaleOptions = { scale?: string | undefined; folder?: string | undefined }

/**
 * Compares calls of a platform with millions of records with those of a hundredth of them, on one
 * PostgreSQL server. Its data stays in the folder, so the next start measures at once.
 */
export async function runScaleBench({ scale: text = '1', folder }: ScaleOptions): Promise<Row[]> {
  const share = Number(text)
  if (!(share > 0 && share <= 10))
    throw new Error('--scale must be a number up to 10, such as 0.1.')
  const cluster = await startCluster(folder ?? join(root, '.cache/scale'))
  try {
    const many = await ensureDatabase(cluster.url, `scale_${share}`)
    const few = await ensureDatabase(cluster.url, `scale_${share}_baseline`)
    console.log('Seeding the baseline')
    await seedScale(few, getScaleSize(share * baselineShare))
    console.log('Seeding the large database')
    const copyStep = await seedScale(many, getScaleSize(share))
    return await measureScale({ few, many }, getScaleSize(share), copyStep)
  } finally {
    await cluster.stop()
  }
}
