import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What is left of an entry that gave credits, worked out from the entries of its member as credits/lots.ts does: a reversal takes
 * from what it reverses, an expiry from what expires, and all else from what expires first.
 */
export const creditRemainder: Migration = {
  async up(db) {
    await sql`create function credit_remainder(entry integer) returns bigint stable language plpgsql as ${sql.lit(
      `declare
        asked credit_entries;
        lots integer[] := '{}';
        lefts bigint[] := '{}';
        ends timestamptz[] := '{}';
        takers integer[] := '{}';
        taken_lots integer[] := '{}';
        taken bigint[] := '{}';
        one record;
        first integer;
        lot record;
        missing bigint;
        part bigint;
        place integer;
      begin
        select * into asked from credit_entries where id = entry;
        if asked.amount is null or asked.amount <= 0 then return 0; end if;
        if not exists (select from credit_balances
          where member_id = asked.member_id and unit = asked.unit and balance > 0) then return 0; end if;
        for one in select id, amount, expires_at, reverses,
            case when type = 'expire' and reference ~ '^#[0-9]{1,9}$' then substring(reference from 2)::integer end as expires
          from credit_entries where member_id = asked.member_id and unit = asked.unit order by id
        loop
          if one.amount < 0 then
            first := coalesce(one.reverses, one.expires);
            missing := -one.amount;
            for lot in select at from generate_subscripts(lots, 1) as at where lefts[at] > 0
              order by (lots[at] is distinct from first), ends[at] nulls last, at
            loop
              exit when missing = 0;
              part := least(lefts[lot.at], missing);
              lefts[lot.at] := lefts[lot.at] - part;
              missing := missing - part;
              takers := takers || one.id;
              taken_lots := taken_lots || lot.at;
              taken := taken || part;
            end loop;
          else
            missing := one.amount;
            if one.reverses is not null then
              for place in select at from generate_subscripts(takers, 1) as at where takers[at] = one.reverses
              loop
                lefts[taken_lots[place]] := lefts[taken_lots[place]] + taken[place];
                missing := missing - taken[place];
              end loop;
            end if;
            lots := lots || one.id;
            lefts := lefts || missing;
            ends := ends || one.expires_at;
          end if;
        end loop;
        return coalesce(lefts[array_position(lots, entry)], 0);
      end`,
    )}`.execute(db)
  },
}
