"""Units of measure: what they measure, and how much of the base unit one is."""

from __future__ import annotations

import re
from typing import NamedTuple


class Unit(NamedTuple):
    """A unit as a text spells it; two units of one dimension convert by their factors."""

    text: str
    dimension: str
    """`percent points factor fraction money:… time data rate length mass power compute count`, empty for none."""
    factor: float = 1.0


NONE = Unit("", "")
_TABLE: dict[str, tuple[tuple[float, str], ...]] = {
    "percent": ((1, "% ％ \\% percent"), (0.1, "‰")),
    "points": ((1, "点 分 百分点 个百分点 pp pts pt point points percentage-point percentage-points ppt"),),
    "factor": ((1, "× \\times ✕ x X 倍 times fold"),),
    "money:usd": ((1, "$ US$ 美元 美金 USD dollar dollars 刀"), (0.01, "美分 cents cent ¢")),
    "money:cny": ((1, "元 人民币 RMB CNY ¥ ￥ 块钱"),),
    "money:eur": ((1, "欧元 € EUR euro euros"),),
    "money:gbp": ((1, "英镑 £ GBP"),),
    "money:jpy": ((1, "日元 JPY"),),
    "time": (
        (1e-9, "ns 纳秒"),
        (1e-6, "μs µs us 微秒"),
        (1e-3, "ms 毫秒 msec"),
        (1, "s sec secs second seconds 秒 秒钟"),
        (60, "min mins minute minutes 分钟"),
        (3600, "h hr hrs hour hours 小时 个小时"),
        (86400, "d day days 天"),
        (604800, "week weeks 周 星期 个星期"),
        (2629800, "month months 个月"),
        (31557600, "year years yr yrs 年"),
    ),
    "data": (
        (0.125, "bit bits 比特 位"),
        (1, "byte bytes 字节"),
        (1e3, "KB kB"),
        (1e6, "MB"),
        (1e9, "GB"),
        (1e12, "TB"),
        (2**10, "KiB"),
        (2**20, "MiB"),
        (2**30, "GiB"),
        (2**40, "TiB"),
    ),
    "frequency": ((1, "Hz 赫兹 fps FPS 帧/秒"), (1e3, "kHz"), (1e6, "MHz"), (1e9, "GHz")),
    "length": (
        (1e-9, "nm 纳米"),
        (1e-6, "μm µm 微米"),
        (1e-3, "mm 毫米"),
        (1e-2, "cm 厘米"),
        (1, "m 米"),
        (1e3, "km 公里 千米"),
    ),
    "mass": ((1e-3, "g 克"), (1, "kg 千克 公斤")),
    "power": ((1e-3, "mW"), (1, "W 瓦"), (1e3, "kW 千瓦")),
    "compute": (
        (1e6, "MFLOPs MFLOPS"),
        (1e9, "GFLOPs GFLOPS"),
        (1e12, "TFLOPs TFLOPS"),
        (1e15, "PFLOPs PFLOPS"),
        (1, "FLOPs FLOPS"),
    ),
    "angle": ((1, "° 度"),),
    "level": ((1, "dB"),),
    "information": ((1, "nats nat"),),
    "count": (
        (
            1,
            "个 种 项 条 次 组 类 对 层 步 块 台 张 轮 档 名 人 位 篇 家 份 段 局 只 款 座 部 本 套 处 例 "
            "批 帧 词 字 行 列 页 场 门 道 题 句 首 幅 件 颗 枚 核 支 维 跳 折 步/秒 阶 级 期 回 遍 趟 代 头 "
            "卡 人次 轮次 阶段 节点 格 桶 间 维度",
        ),
    ),
}
UNITS = {
    spelling: Unit(spelling, dimension, factor)
    for dimension, rows in _TABLE.items()
    for factor, spellings in rows
    for spelling in spellings.split()
}
"""Every unit by its spelling."""
_WIDEST = max(len(u) for u in UNITS if u[0] > "\u3000")
# 点云, 分之, 分别, 对比, 类似, 个性 ...: a word that begins with a measure word is no unit.
_WORDS = frozenset(
    re.findall(
        r"\S+",
        "点云 点积 点对 点乘 点击 点评 点阵 点到 分之 分别 分类 分布 分辨 分支 分割 分组 分析 "
        "分为 分配 对比 对齐 对应 对照 对抗 对于 对话 类似 类别 类型 层级 层次 步骤 步长 位置 "
        "位于 个别 条件 项目 种子 种类 家族 家庭 部分 本身 本文 处理 处于 例如 批次 批大 字符 "
        "字段 行为 行动 列表 列出 场景 场合 题目 句子 首次 件事 核心 支持 路径 路线 阶段 期间 "
        "代理 代码 代价 头部 卡住 节省 格式 间隔 度量 度为 级别 级联 级数 期末 期望 回合 回归 "
        "回答 轮廓 组合 组件 组成 组大 块状 台阶 份额 段落 局部 名称 名义 人类 人工 人员 年份 "
        "年级 年度 年代 天然 周期 元素 元组 元学 克服 克隆 米兰 瓦片 分数 分歧 张量 维持 维护 "
        "对数 倍率 倍数 部署 页面 门控 道路 折扣 折叠 折线 跳跃 跳过 只有 只需 只要 只能 套件 "
        "座位 款式 颗粒 帧率 帧数 词表 词元 词汇 项指 例外 名次 位数 人机 处境 台式 次数 次要 "
        "次优 阶跃 阶数",
    )
)


def han_unit(text: str) -> Unit:
    """The Chinese unit at the beginning of a text, the longest first."""
    for length in range(min(_WIDEST, len(text)), 0, -1):
        unit = UNITS.get(text[:length])
        if unit:
            return NONE if length == 1 and text[:2] in _WORDS else unit
    return NONE


UNITS |= {u: Unit(u, "points") for u in ("percentage points", "percentage point")} | {"G": Unit("G", "")}


class Quantity(NamedTuple):
    """A number as found: what a value needs, and what matching needs beside it."""

    start: int
    end: int
    value: float
    unit: Unit
    place: float
    """Worth of the last digit stated: 0.1 for 2.5, 1000 for 3.1 万."""
    soft: bool = False
    spelled: bool = False
    weak: bool = False
    """It may be part of a name, as in `Foo 6`."""
    plain: bool = True
    """No multiplier or exponent is multiplied out."""
