import { openEmbedded } from '/work/main/server/platform/database.ts'
import { migrate } from '/work/main/server/platform/migrations/index.ts'
import { seedEmptyDatabase } from '/work/main/server/platform/seed/seed.ts'
import { seedSizes } from '/work/main/server/platform/seed/seedSize.ts'
import { sql } from '/work/main/node_modules/kysely/dist/index.js'
const {db,close}=await openEmbedded({})
await migrate(db)
let a=performance.now()
await seedEmptyDatabase({db,now:()=>new Date()},'x@example.com',seedSizes.full)
console.log('seed',performance.now()-a)
const q=async(t:string)=>console.log(JSON.stringify((await sql.raw(t).execute(db)).rows))
await q('select status, readiness, count(*) from stores group by 1,2 order by 1,2')
await q('select failing, count(*) from stores group by 1')
await q('select mail_state, count(*) from stores group by 1')
await q('select sum(orders30d), sum(failed_payments7d), max(last_activity_at), min(last_activity_at) from stores')
await q('select name, members, orders30d, failed_payments7d from stores order by failed_payments7d desc limit 4')
await q("select day, sum(mail_failed) f, sum(mail_sent) s, sum(payments_failed) p, sum(orders) o from store_days where day > now()::date - 18 group by 1 order by 1")
await q("select reason, status, count(*) from payment_attempts where attempted_at > now() - interval '7 days' group by 1,2 order by 1,2")
await q("select name, stores from organisations order by stores desc limit 3")
await close()
