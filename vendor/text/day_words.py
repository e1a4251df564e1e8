"""Months and numbers as people write them, for reading which day or number is meant."""

import re

from .tokens import fold


def _rows(table: str) -> dict[str, int]:
    """`number word word …`, over as many lines as it takes -> word: number."""
    found: dict[str, int] = {}
    number = 0
    for word in table.split():
        if word.isdigit():
            number = int(word)
        else:
            found.setdefault(fold(word), number)
    return found


MONTHS = _rows(
    """
    1 january jan januar janvier enero janeiro gennaio januari январь января styczeń stycznia
        ocak
    2 february feb februar février febrero fevereiro febbraio februari февраль февраля luty
        lutego şubat
    3 march mar märz mars marzo março maart марта март marzec marca mart
    4 april apr avril abril aprile апрель апреля kwiecień kwietnia nisan
    5 may mai mayo maio maggio mei май мая maj maja mayıs
    6 june jun juni juin junio junho giugno июнь июня czerwiec czerwca haziran
    7 july jul juli juillet julio julho luglio июль июля lipiec lipca temmuz
    8 august aug août agosto augustus август августа sierpień sierpnia ağustos
    9 september sep sept septembre septiembre setembro settembre сентябрь сентября wrzesień
        września eylül
    10 october oct oktober octobre octubre outubro ottobre октябрь октября październik
        października ekim
    11 november nov novembre noviembre novembro ноябрь ноября listopad listopada kasım
    12 december dec dezember décembre diciembre dezembro dicembre декабрь декабря grudzień
        grudnia aralık
    """
)
# No word for one: it is in "the second one". The first of a month has a word.
NUMBERS = _rows(
    """
    1 first erste ersten primero primer premier primeiro primo eerste первое первого
    2 two second zwei zweite zweiten dos segundo deux deuxième dois due twee tweede два второе
        второго
    3 three third drei dritte dritten tres tercero trois troisième três tre drie derde три
        третье третьего
    4 four fourth vier vierte vierten cuatro cuarto quatre quatrième quatro quattro четыре
        четвертое
    5 five fifth fünf fünfte fünften cinco quinto cinq cinquième cinque vijf пять пятое
    6 six sixth sechs sechste sechsten seis sexto sixième sei zes шесть шестое
    7 seven seventh sieben siebte siebten siete séptimo sept septième sete sette zeven семь
        седьмое
    8 eight eighth acht achte achten ocho octavo huit huitième oito otto восемь восьмое
    9 nine ninth neun neunte neunten nueve noveno neuf neuvième nove negen девять девятое
    10 ten tenth zehn zehnte zehnten diez décimo dix dixième dez dieci tien десять десятое
    11 eleven eleventh elf elfte elften once onze undici одиннадцать
    12 twelve twelfth zwölf zwölfte zwölften doce douze doze dodici twaalf двенадцать
    13 thirteen thirteenth dreizehn dreizehnte dreizehnten trece treize treze tredici dertien
        тринадцать
    14 fourteen fourteenth vierzehn vierzehnte vierzehnten catorce quatorze catorze quattordici
        veertien veertiende четырнадцать четырнадцатое четырнадцатого
    15 fifteen fifteenth fünfzehn fünfzehnte fünfzehnten quince quinze quindici vijftien
        пятнадцать пятнадцатое
    16 sixteen sixteenth sechzehn sechzehnte dieciséis seize dezesseis sedici zestien
        шестнадцать
    17 seventeen seventeenth siebzehn siebzehnte diecisiete dix-sept dezessete diciassette
        zeventien семнадцать
    18 eighteen eighteenth achtzehn achtzehnte dieciocho dix-huit dezoito diciotto achttien
        восемнадцать
    19 nineteen nineteenth neunzehn neunzehnte diecinueve dix-neuf dezenove diciannove negentien
        девятнадцать
    20 twenty twentieth zwanzig zwanzigste zwanzigsten veinte vingt vinte venti twintig двадцать
        двадцатое
    21 twenty-first twenty-one einundzwanzig einundzwanzigste einundzwanzigsten veintiuno
        veintiún vingt-et-un ventuno eenentwintig vinte-e-um
    22 twenty-second twenty-two zweiundzwanzig zweiundzwanzigste veintidós vingt-deux ventidue
    23 twenty-third twenty-three dreiundzwanzig dreiundzwanzigste veintitrés vingt-trois
        ventitré
    24 twenty-fourth twenty-four vierundzwanzig vierundzwanzigste veinticuatro vingt-quatre
        ventiquattro
    25 twenty-fifth twenty-five fünfundzwanzig fünfundzwanzigste veinticinco vingt-cinq
        venticinque
    26 twenty-sixth twenty-six sechsundzwanzig sechsundzwanzigste veintiséis vingt-six ventisei
    27 twenty-seventh twenty-seven siebenundzwanzig siebenundzwanzigste veintisiete vingt-sept
        ventisette
    28 twenty-eighth twenty-eight achtundzwanzig achtundzwanzigste veintiocho vingt-huit
        ventotto
    29 twenty-ninth twenty-nine neunundzwanzig neunundzwanzigste veintinueve vingt-neuf
        ventinove
    30 thirty thirtieth dreißig dreißigste dreißigsten treinta trente trinta trenta dertig
        тридцать тридцатое
    31 thirty-first thirty-one einunddreißig einunddreißigste treinta-y-uno trente-et-un
        trentuno
    40 forty vierzig cuarenta quarante quarenta quaranta veertig сорок
    50 fifty fünfzig cincuenta cinquante cinquenta cinquanta vijftig пятьдесят
    100 hundred hundert cien ciento cent cem cento honderd сто
    1000 thousand tausend mil mille duizend тысяча
    """
)


def any_of(words: dict[str, int]) -> str:
    """An alternation of the words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
