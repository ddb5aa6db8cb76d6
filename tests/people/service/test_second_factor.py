"""The second factor: offered after the password, in force after a code, and no code counts twice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pyotp
import pytest

from tengen.people import PeopleCode, PeopleError
from tengen.people.service.chance import new_recovery_codes
from tests.people.service.scene import HOME, MINUTE, OTHER_PASSWORD, PASSWORD, opened, refused
from tests.people.service.test_limits import PLENTY


async def test_a_second_factor_is_in_force_when_a_code_was_seen(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        offer = await scene.accounts.begin_second_factor(ann.account.account_id, PASSWORD)
        assert len(offer.secret) == 32
        assert offer.secret not in repr(offer)
        link = urlsplit(offer.uri)
        assert (link.scheme, link.netloc, unquote(link.path)) == ("otpauth", "totp", "/Tengen:Ann")
        assert parse_qs(link.query) == {"secret": [offer.secret], "issuer": ["Tengen"]}
        assert (await scene.log_in("Ann")).account.second_factor is None, "not yet"
        code = pyotp.TOTP(offer.secret).at(scene.clock.now // 1000)
        codes = await scene.accounts.confirm_second_factor(ann.account.account_id, offer.secret, code, keep=ann.token)
        assert len(set(codes)) == 10
        with refused(PeopleCode.CODE_NEEDED):
            await scene.log_in("Ann")
        with refused(PeopleCode.BAD_LOGIN):
            await scene.log_in("Ann", OTHER_PASSWORD)


async def test_sessions_that_began_without_it_end(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        other = await scene.log_in("Ann")
        await scene.add_second_factor(ann)
        assert await scene.accounts.who(ann.token) is not None
        assert await scene.accounts.who(other.token) is None
        assert scene.ended_ids() == {other.session_id}


async def test_only_a_secret_that_was_offered_to_this_account_lately_is_confirmed(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, ben = await scene.register("Ann"), await scene.register("Ben")
        ids = [entered.account.account_id for entered in (ann, ben)]
        own = pyotp.random_base32()
        bens = await scene.accounts.begin_second_factor(ids[1], PASSWORD)
        for secret in (own, bens.secret, "", "not base32", "\ud800"):
            code = pyotp.TOTP(own if secret == own else bens.secret).at(scene.clock.now // 1000)
            with refused(PeopleCode.BAD_CODE):
                await scene.accounts.confirm_second_factor(ids[0], secret, code)
        scene.clock.now += 20 * MINUTE
        with refused(PeopleCode.BAD_CODE):
            code = pyotp.TOTP(bens.secret).at(scene.clock.now // 1000)
            await scene.accounts.confirm_second_factor(ids[1], bens.secret, code)
        with refused(PeopleCode.BAD_LOGIN):
            await scene.accounts.begin_second_factor(ids[0], OTHER_PASSWORD)


async def test_a_code_counts_once_and_for_a_minute_and_a_half(tmp_path: Path) -> None:
    async with opened(tmp_path, rates=PLENTY) as scene:
        ann = await scene.register("Ann")
        codes, _ = await scene.add_second_factor(ann)
        early = scene.code(codes)
        await scene.log_in("Ann", code=early)
        for late in (0, 30_000, 60_000):
            scene.clock.now += late
            with refused(PeopleCode.BAD_CODE):
                await scene.log_in("Ann", code=early)
        seconds = scene.clock.now // 1000
        for away in (-90, -60, 60, 90):
            with refused(PeopleCode.BAD_CODE):
                await scene.log_in("Ann", code=codes.at(seconds + away))
        await scene.log_in("Ann", code=codes.at(seconds - 30))
        await scene.log_in("Ann", code=codes.at(seconds + 30))
        with refused(PeopleCode.BAD_CODE):
            await scene.log_in("Ann", code=codes.at(seconds))


async def test_one_code_used_twice_at_once_lets_one_in(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        codes, _ = await scene.add_second_factor(ann)
        code = scene.code(codes)
        results = await asyncio.gather(*(scene.log_in("Ann", code=code) for _ in range(6)), return_exceptions=True)
        refusals = [result for result in results if isinstance(result, PeopleError)]
        assert [error.code for error in refusals] == [PeopleCode.BAD_CODE] * 5


@pytest.mark.parametrize("code", ["", " ", "12345", "1234567", "abcdef", "１２３４５６", "\ud800", "x" * 1_000_000])
async def test_other_texts_are_no_codes(tmp_path: Path, code: str) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        await scene.add_second_factor(ann)
        expected = PeopleCode.BAD_CODE if code.strip() else PeopleCode.CODE_NEEDED
        with refused(expected):
            await scene.log_in("Ann", code=code)


async def test_a_recovery_code_stands_for_one_code(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        _, recovery = await scene.add_second_factor(ann)
        await scene.log_in("Ann", code=recovery[3].lower().replace("-", " "))
        with refused(PeopleCode.BAD_CODE):
            await scene.log_in("Ann", code=recovery[3])
        assert await scene.accounts.recovery_codes_left(ann.account.account_id) == 9
        assert "recovery_code_used" in await scene.told()


async def test_one_recovery_code_used_twice_at_once_lets_one_in(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        _, recovery = await scene.add_second_factor(ann)
        results = await asyncio.gather(
            *(scene.log_in("Ann", code=recovery[0]) for _ in range(4)),
            *(
                scene.accounts.reset_with_recovery_code("Ann", recovery[0], OTHER_PASSWORD, address=HOME)
                for _ in range(2)
            ),
            return_exceptions=True,
        )
        refusals = [result for result in results if isinstance(result, BaseException)]
        assert len(refusals) == 5
        assert all(isinstance(error, PeopleError) for error in refusals)
        assert await scene.accounts.recovery_codes_left(ann.account.account_id) == 9


async def test_new_recovery_codes_take_the_place_of_the_old(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        codes, old = await scene.add_second_factor(ann)
        new = await scene.accounts.new_recovery_codes(ann.account.account_id, PASSWORD, scene.code(codes))
        assert not set(new) & set(old)
        with refused(PeopleCode.BAD_CODE):
            await scene.log_in("Ann", code=old[0])
        await scene.log_in("Ann", code=new[0])


async def test_to_take_it_away_takes_password_and_code(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        codes, recovery = await scene.add_second_factor(ann)
        account_id = ann.account.account_id
        with refused(PeopleCode.BAD_CODE):
            await scene.accounts.end_second_factor(account_id, PASSWORD, "000000")
        with refused(PeopleCode.BAD_LOGIN):
            await scene.accounts.end_second_factor(account_id, OTHER_PASSWORD, scene.code(codes))
        with refused(PeopleCode.NOT_ALLOWED):
            await scene.accounts.begin_second_factor(account_id, PASSWORD)
        await scene.accounts.end_second_factor(account_id, PASSWORD, scene.code(codes))
        assert (await scene.log_in("Ann")).account.second_factor is None
        assert await scene.accounts.recovery_codes_left(account_id) == 0
        with refused(PeopleCode.BAD_RESET):
            await scene.accounts.reset_with_recovery_code("Ann", recovery[0], OTHER_PASSWORD, address=HOME)


async def test_the_second_person_at_a_screen_gives_a_code_as_well(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, ben = await scene.register("Ann"), await scene.register("Ben")
        codes, _ = await scene.add_second_factor(ben)
        with refused(PeopleCode.CODE_NEEDED):
            await scene.log_in_beside(ann.token, "Ben")
        both = await scene.log_in_beside(ann.token, "Ben", code=scene.code(codes))
        assert both.beside is not None


def test_recovery_codes_are_eighty_bits_that_can_be_typed() -> None:
    codes = [code for _ in range(50) for code in new_recovery_codes()]
    assert len(set(codes)) == 500
    assert {len(code) for code in codes} == {19}
    letters = set("".join(codes)) - {"-"}
    assert len(letters) == 32
    assert not letters & set("IO01")
