import { startPostgres } from '/work/main/tests/support/postgres.ts'
import { spawnSync } from 'node:child_process'
process.chdir('/work/main')
const pg=await startPostgres()
spawnSync(process.execPath,['scripts/seed.mjs',...process.argv.slice(2)],{env:{...process.env,DATABASE_URL:pg.url},stdio:'inherit'})
await pg.stop()
